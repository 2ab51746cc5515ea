/**
 * Adapts a server to Node's request handlers, for `http.createServer`, Express and Fastify, and writes its answers to the socket:
 * bytes with the head, streams as fast as the client reads.
 */

import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorAnswer, type Answer, type AnswerHeaders } from "../rest/answer.js";
import type { WebSignal, WebStream } from "../rest/web.js";
import type { Server } from "../server/create-server.js";
import { linger, NodeRequest, FramingError, hasBody } from "./node-request.js";

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
  return (incoming, outgoing) => void handleIncoming(server, incoming, outgoing);
}

/** Sockets that had a request whose body has no known end. */
const unframed = new WeakSet<Socket>();

/** Never rejects. `beforeReading` is called before the first byte of the body is read. */
export async function handleIncoming(
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
    // The steps of `createRequestPath` in `server/request-path.ts`.
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
 * `isRead` is true if nothing of the request is left to read. Returns undefined if nobody has to wait.
 * @throws TypeError if a header cannot be sent; nothing is sent then
 */
function writeAnswer(
  answer: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isRead: boolean,
): Promise<void> | undefined {
  const { status, headers, body } = answer;
  const isStream = body !== null && !(body instanceof Uint8Array);
  if (isStream || !isRead || outgoing.destroyed)
    return writeSlowly(answer, incoming, outgoing, isRead);
  outgoing.writeHead(status, fieldsOf(headers, body));
  sendTogether(outgoing, body);
  return undefined;
}

/** For streams, and for responses before the whole request was read. */
async function writeSlowly(
  { status, headers, body }: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isRead: boolean,
): Promise<void> {
  // Data that arrived with the head becomes available once Node has parsed it.
  if (!isRead && !incoming.complete) await afterParsing();
  if (outgoing.destroyed) return abandon(body);
  const fields = fieldsOf(headers, body);
  // The response comes before the whole request: the rest is discarded and the connection ends.
  const early = !isRead && !incoming.complete;
  if (early) fields.push("connection", "close");
  outgoing.writeHead(status, fields);
  const isWhole = body instanceof Uint8Array;
  if (!early && (isWhole || body === null)) return sendTogether(outgoing, body);
  if (isWhole) outgoing.write(body);
  else if (body === null) outgoing.flushHeaders();
  else await pump(body, outgoing);
  if (early) linger(incoming, outgoing);
  else outgoing.end();
}

/**
 * Responds to a request without a known end, in the same turn as its head was parsed, since a client may already have
 * closed its side. The connection ends with the response.
 */
function writeEarly(
  { status, headers, body }: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(status, [...fieldsOf(headers, body), "connection", "close"]);
  if (body instanceof Uint8Array) outgoing.write(body);
  linger(incoming, outgoing);
}

function afterParsing(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Alternating names and values, which `writeHead` takes without processing. */
function fieldsOf(headers: AnswerHeaders, body: Answer["body"]): string[] {
  const fields: string[] = [];
  for (const [name, value] of headers) fields.push(name, value);
  if (body instanceof Uint8Array) fields.push("content-length", String(body.length));
  return fields;
}

async function pump(body: WebStream, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  // An event stream may be silent for long: its reader must learn that the client has disconnected.
  const gone = (): void => void reader.cancel().catch(() => undefined);
  outgoing.once("close", gone);
  try {
    // Clients of event streams wait for the head first.
    outgoing.flushHeaders();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) return;
      if (value !== undefined && !outgoing.write(value)) await drained(outgoing);
    }
  } catch {
    // Bytes that were sent cannot be withdrawn. The client learns from the broken connection that the response is incomplete.
    outgoing.destroy();
  } finally {
    outgoing.off("close", gone);
  }
}

async function drained(outgoing: ServerResponse): Promise<void> {
  const end = new AbortController();
  const { signal } = end;
  await Promise.race([
    once(outgoing, "drain", { signal }),
    once(outgoing, "close", { signal }),
  ]).finally(() => end.abort());
}

function abandon(body: Answer["body"]): void {
  if (body !== null && !(body instanceof Uint8Array)) body.cancel().catch(() => undefined);
}

let ready: (readonly [outgoing: ServerResponse, body: Uint8Array | null])[] = [];

/**
 * Sends responses that are ready in the same turn of the event loop together at its end. Each write may wake the
 * reading process, which takes longer than most responses; together they wake it once. Ends a response whose head
 * has been written.
 */
function sendTogether(outgoing: ServerResponse, body: Uint8Array | null): void {
  if (ready.length === 0) setImmediate(send);
  ready.push([outgoing, body]);
}

function send(): void {
  const all = ready;
  ready = [];
  for (const [outgoing, body] of all) outgoing.end(body ?? undefined);
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
