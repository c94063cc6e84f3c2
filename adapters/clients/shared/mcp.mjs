// Connects the client of @modelcontextprotocol/sdk, passed in, to Tare's MCP server: started on stdio, as
// most programs are pointed at one, or by its URL. What it is handed is recorded there, frame by frame, so
// an adapter that uses it reports no call at `tool`.
import { mcpOf } from './tools.mjs';
import { Trouble } from './trouble.mjs';

export async function connectMcp({ Client, StdioClientTransport, StreamableHTTPClientTransport }, transport = 'stdio') {
  const { command, args, url } = mcpOf();
  if (transport === 'http' && !url) throw new Trouble('harness', 'no URL of an MCP server: TARE_MCP_URL is not set');
  const client = new Client({ name: 'tare-client', version: '1.0.0' });
  await client.connect(transport === 'http' || !command
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command, args, stderr: 'inherit' }));
  return client;
}
