// The AI SDK of this folder. What is done with it stands in ../ai/agent.mjs.
import { serve } from '../shared/protocol.mjs';
import { troubleOf } from '../shared/trouble.mjs';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { play } from '../ai/agent.mjs';

const packages = { createAnthropic, createGoogleGenerativeAI, createMCPClient, createOpenAI, createOpenAICompatible,
  Experimental_StdioMCPTransport, generateText, jsonSchema, stepCountIs, streamText, tool, z };
await serve((request, answer) => play(packages, import.meta.url, request, answer), troubleOf);
