/** Adapts a server to Node's request handlers, for `http.createServer`, Express and Fastify. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorAnswer } from "../rest/answer.js";
import type { WebSignal } from "../rest/web.js";
import type { Server } from "../server/create-server.js";
import { NodeRequest } from "./node-request.js";
import { FramingError, hasBody } from "./request-head.js";
import { writeAnswer, writeEarly } from "./write-answer.js";

export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Converts a server to a request handler of Node, for a listener behind a proxy that speaks TLS (§5.7). Mount it before
 * body parsers, which would consume the body.
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { toNodeHandler } from "@proto-gen/runtime/node";
 * import type { BusinessServer } from "@proto-gen/runtime/server";
 *
 * declare const server: BusinessServer;
 * createServer(toNodeHandler(server)).listen(8080, "127.0.0.1");
 * ```
 */
export function toNodeHandler(server: Pick<Server, "answer">): NodeHandler {
  return (incoming, outgoing) => void handle(server, incoming, outgoing);
}

/** Sockets that had a request whose body has no known end. */
const unframed = new WeakSet<Socket>();

/** Never rejects. `beforeReading` is called before the first byte of the body is read. */
export async function handle(
  server: Pick<Server, "answer">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  beforeReading?: () => void,
): Promise<void> {
  // Node has kept parsing: this "request" may be the body of the previous one.
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

/**
 * For requests that cannot be read and responses that cannot be written; the server answers everything else itself.
 */
async function giveUp(
  thrown: unknown,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    if (outgoing.headersSent) outgoing.destroy();
    else if (thrown instanceof FramingError) writeEarly(errorAnswer(thrown), incoming, outgoing);
    // At once if there is nothing to read: a client that has sent everything may have closed its side, and Node then
    // drops the connection.
    else await writeAnswer(errorAnswer(thrown), incoming, outgoing, !hasBody(incoming));
  } catch {
    outgoing.destroy();
  }
}

/**
 * The part of an `AbortSignal` that a server uses. Creating Node's own takes longer than the rest of a request, and
 * hardly any is ever used.
 */
class ClientSignal implements WebSignal {
  reason: unknown = undefined;
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  abort(): void {
    if (this.aborted) return;
    // The same name as the reason of a native signal.
    this.reason = Object.assign(new Error("the client disconnected"), { name: "AbortError" });
    for (const listener of this.#listeners ?? []) listener();
  }
}
