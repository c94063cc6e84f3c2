// Which transport an adapter takes to Tare's MCP server, seen through stand-ins of the SDK's classes.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { connectMcp } from '../../adapters/clients/shared/mcp.mjs';

class Client { async connect(transport) { this.transport = transport; } }
class StdioClientTransport { constructor(started) { this.started = started; } }
class StreamableHTTPClientTransport { constructor(url) { this.url = url; } }
const sdk = { Client, StdioClientTransport, StreamableHTTPClientTransport };

function offer(command, url) {
  if (command) process.env.TARE_MCP_COMMAND = JSON.stringify(command);
  if (url) process.env.TARE_MCP_URL = url;
}
afterEach(() => {
  delete process.env.TARE_MCP_COMMAND;
  delete process.env.TARE_MCP_URL;
});

test('the server is started on stdio where a command is named', async () => {
  offer(['/abs/tare', 'proxy', 'mcp'], 'http://127.0.0.1:1/door/mcp');
  const { transport } = await connectMcp(sdk);
  assert.deepEqual(transport.started, { command: '/abs/tare', args: ['proxy', 'mcp'], stderr: 'inherit' });
});

test('its URL is taken where the variant says http, or there is no command', async () => {
  offer(['/abs/tare'], 'http://127.0.0.1:1/door/mcp');
  assert.equal((await connectMcp(sdk, 'http')).transport.url.href, 'http://127.0.0.1:1/door/mcp');
  delete process.env.TARE_MCP_COMMAND;
  assert.equal((await connectMcp(sdk)).transport.url.href, 'http://127.0.0.1:1/door/mcp');
});

test('a server that is missing is trouble, and told by the variable', async () => {
  await assert.rejects(connectMcp(sdk), { kind: 'harness', message: /TARE_MCP_COMMAND/ });
  offer(['/abs/tare']);
  await assert.rejects(connectMcp(sdk, 'http'), { kind: 'harness', message: /TARE_MCP_URL/ });
});
