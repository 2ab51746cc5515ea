/** Writes a response to the socket: bytes with the head, streams as fast as the client reads. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { Answer, AnswerHeaders } from "../rest/answer.js";
import type { WebStream } from "../rest/web.js";
import { linger } from "./linger.js";

let ready: (readonly [outgoing: ServerResponse, body: Uint8Array | null])[] = [];

/**
 * `isRead` is true if nothing of the request is left to read. Returns undefined if nobody has to wait.
 * @throws TypeError if a header cannot be sent; nothing is sent then
 */
export function writeAnswer(
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
export function writeEarly(
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
    // What was sent cannot be taken back; a broken connection shows that it is incomplete.
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
