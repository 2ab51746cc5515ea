/**
 * A server as what Node calls for each request: in `http.createServer`, in Express, in Fastify. In: a
 * server. Out: a function of Node's request and response.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorAnswer } from "../rest/index.js";
import type { Server } from "../server/index.js";
import { ClientSignal } from "./client-signal.js";
import { NodeRequest } from "./node-request.js";
import { FramingError, hasBody } from "./request-head.js";
import { writeAnswer, writeEarly } from "./write-answer.js";

export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Mount it before body parsers: what they have read is gone. */
export function toNodeHandler(server: Pick<Server, "answer">): NodeHandler {
  return (incoming, outgoing) => void handle(server, incoming, outgoing);
}

/** Sockets of requests with a body whose end nobody knows. */
const unframed = new WeakSet<Socket>();

/** Never rejects. `beforeReading` is called before the first byte of the body is asked for. */
export async function handle(
  server: Pick<Server, "answer">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  beforeReading?: () => void,
): Promise<void> {
  // Node has read on: what it takes for a request may be the body of the one before.
  if (unframed.has(incoming.socket)) return;
  const signal = new ClientSignal();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) signal.abort();
  });
  try {
    const request = new NodeRequest(incoming, signal, beforeReading);
    const answer = await server.answer(request, request);
    await writeAnswer(answer, incoming, outgoing, request.isRead);
  } catch (thrown) {
    if (thrown instanceof FramingError) unframed.add(incoming.socket);
    await giveUp(thrown, incoming, outgoing);
  }
}

/** The server answers whatever happens to it: this is for a request that cannot be read, or an answer that cannot be written. */
async function giveUp(
  thrown: unknown,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    if (outgoing.headersSent) outgoing.destroy();
    else if (thrown instanceof FramingError) writeEarly(errorAnswer(thrown), incoming, outgoing);
    // At once where there is nothing to read: who has sent all may have closed its side, and Node then drops the connection.
    else await writeAnswer(errorAnswer(thrown), incoming, outgoing, !hasBody(incoming));
  } catch {
    outgoing.destroy();
  }
}
