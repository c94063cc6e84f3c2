// Tells trouble on the way from a client's refusal.
//
// SDKs wrap what happened in errors of their own, but most keep the HTTP status or the cause. Only these
// count: a status, a word of the socket, the name that an SDK gives to a lost connection, and the error
// event of a stream, which SDKs throw with its body or as it is. Everything else came of what the model
// said, and belongs to the client.

// Thrown by an adapter itself. `kind`: rateLimit, network, auth, provider, harness.
export class Trouble extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const NETWORK = /^(E(CONN|PIPE|AI_|HOST|NET|TIMEDOUT|NOTFOUND)|UND_ERR_)/;
const LOST = new Set(['APIConnectionError', 'APIConnectionTimeoutError', 'APIUserAbortError']);

function kindOfStatus(status) {
  if (status === 429) return 'rateLimit';
  if (status === 401 || status === 403) return 'auth';
  return status >= 400 && status < 600 ? 'provider' : undefined;
}

export function troubleOf(error) {
  for (let at = error, depth = 0; at && typeof at === 'object' && depth < 10; at = at.cause, depth += 1) {
    const status = at.status ?? at.statusCode ?? at.status_code;
    const kind = typeof status === 'number' ? kindOfStatus(status) : undefined;
    if (kind) return kind;
    if (at.constructor?.name === 'APIError' && at.error) return 'provider';
    if (!(at instanceof Error) && at.type === 'error') return 'provider';
    if (NETWORK.test(String(at.code ?? '')) || LOST.has(at.name) || LOST.has(at.constructor?.name)) return 'network';
    if (at instanceof TypeError && (at.message === 'fetch failed' || at.message === 'terminated')) return 'network';
  }
  return undefined;
}

// Does what comes before the model has said a word: declaring tools, connecting servers. Whatever fails
// there is no answer to the model.
export async function prepare(make) {
  try {
    return await make();
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble('harness', `before the model was asked: ${error?.stack ?? error}`);
  }
}
