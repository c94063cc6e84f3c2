// The openai package of this folder. What is done with it stands in ../openai/agent.mjs.
import { serve } from '../shared/protocol.mjs';
import { troubleOf } from '../shared/trouble.mjs';
import OpenAI from 'openai';
import { zodFunction, zodResponsesFunction } from 'openai/helpers/zod';
import { z } from 'zod';
import { play } from '../openai/agent.mjs';

const library = { OpenAI, zodFunction, zodResponsesFunction, z };
await serve((request, answer) => play(library, import.meta.url, request, answer), troubleOf);
