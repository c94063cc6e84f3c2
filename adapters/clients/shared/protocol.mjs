// The conversation with Tare (docs/protocol.md) for adapters that drive a real client library.
//
// Import this before the library: from then on whatever it prints to stdout goes to stderr, and only
// events reach stdout. An event is written at once and whole, so that what was seen is on record even
// if the library brings the process down a moment later. That end is an outcome too: nothing here
// catches what a user's own program would not catch.
import { readFileSync, writeSync } from 'node:fs';
import { exactText } from './exact_text.mjs';
import { Trouble } from './trouble.mjs';

process.stdout.write = process.stderr.write.bind(process.stderr);

function writeLine(text) {
  for (let left = Buffer.from(`${text}\n`); left.length > 0;) {
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error; // a pipe that is full: Tare is about to read it
    }
  }
}

// By \n alone: readline would cut at U+2028 too, which may stand in a string.
async function* requestLines() {
  let rest = '';
  for await (const piece of process.stdin.setEncoding('utf8')) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop();
    yield* parts.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield rest;
}

class Answer {
  #attempt;

  constructor(attempt) {
    this.#attempt = attempt;
  }

  // After `finished` an answer is over: a tool that a library calls late is not part of it.
  event(event, members = {}) {
    if (!this.#attempt.over) writeLine(JSON.stringify({ event, ...members }));
  }

  // A call as the tool function received it. What an SDK shows on the way (`client`) is not reported: where
  // no tool received anything, it would be the last view, and stand for what was received.
  tool(name, received, more = {}) {
    const { text, types } = exactText(received);
    this.event('call', { at: 'tool', name, arguments: text, ...more, status: 'executed', types });
  }

  message(text) {
    if (typeof text === 'string' && text !== '') this.event('message', { role: 'assistant', text });
  }
}

// {role, name, version} of a package as it is installed beside the adapter `from` (its import.meta.url).
export function layer(from, role, name) {
  const file = new URL(`./node_modules/${name}/package.json`, from);
  return { role, name, version: JSON.parse(readFileSync(file, 'utf8')).version };
}

function describe(error) {
  if (!(error instanceof Error)) return (typeof error === 'object' ? JSON.stringify(error) : String(error)).slice(0, 4000);
  return `${error.name}: ${error.message}`.slice(0, 4000);
}

// Answers each request with events up to `finished`. `run(request, answer)` gives the reason to finish
// (nothing: `stop`). What it throws is what the library would have thrown at its user: trouble on the
// way where `troubleOf(error)` gives a kind for it, else the client's refusal of what the model said.
export async function serve(run, troubleOf = () => undefined) {
  for await (const line of requestLines()) {
    const request = JSON.parse(line);
    const attempt = { over: false };
    const answer = new Answer(attempt);
    let end = { reason: 'stop' };
    if (request.request === 'run') {
      try {
        end.reason = (await run(request, answer)) ?? 'stop';
      } catch (error) {
        const kind = error instanceof Trouble ? error.kind : troubleOf(error);
        process.stderr.write(`${error?.stack ?? error}\n`);
        if (kind) answer.event('error', { kind, message: describe(error) });
        else end = { reason: 'refusedByClient', message: describe(error) };
      }
    } else {
      answer.event('unsupported');
    }
    answer.event('finished', end);
    attempt.over = true;
  }
  // A library may leave a connection or a timer behind; that is not worth an attempt's deadline.
  setTimeout(() => process.exit(0), 2000).unref();
}
