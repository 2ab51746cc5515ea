/** What one request's log entry will say, gathered on the way. */

export interface Trace {
  operation?: string;
  requestId?: string | undefined;
  /** Of a protocol error that its transport answers with another status: a JSON-RPC error is 200. */
  status?: number;
  code?: string;
  /** What the caller should come with, where its transport sends that apart: over MCP. */
  challenge?: string | undefined;
  cause?: unknown;
}
