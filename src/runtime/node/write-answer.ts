/** An answer, onto the socket: bytes at once, streams as fast as the client takes them. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { Answer, AnswerHeaders, WebStream } from "../rest/index.js";
import { linger } from "./linger.js";
import { sendTogether } from "./send-together.js";

/**
 * `isRead` says that nothing of the request is left to read. Undefined where nobody has to wait.
 *
 * @throws TypeError for a header that cannot be sent; nothing is sent then
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

/** A stream, or before all of the request was read. */
async function writeSlowly(
  { status, headers, body }: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isRead: boolean,
): Promise<void> {
  // What has arrived with the head is there as soon as Node has parsed it.
  if (!isRead && !incoming.complete) await afterParsing();
  if (outgoing.destroyed) return abandon(body);
  const fields = fieldsOf(headers, body);
  // Answered before all of the request is here: the rest of it is nobody's, and the connection ends.
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
 * An answer to a request whose end nobody knows, in the turn in which its head was parsed: a client that has closed its side has no other.
 * The connection ends with it.
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

/** Names and values in turn: what `writeHead` takes without looking at them twice. */
function fieldsOf(headers: AnswerHeaders, body: Answer["body"]): string[] {
  const fields: string[] = [];
  for (const [name, value] of headers) fields.push(name, value);
  if (body instanceof Uint8Array) fields.push("content-length", String(body.length));
  return fields;
}

async function pump(body: WebStream, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  // A stream of events may have nothing to say for long: its reader must learn that the client has gone.
  const gone = (): void => void reader.cancel().catch(() => undefined);
  outgoing.once("close", gone);
  try {
    // Who waits for events waits for the head first.
    outgoing.flushHeaders();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) return;
      if (value !== undefined && !outgoing.write(value)) await drained(outgoing);
    }
  } catch {
    // What is sent cannot be taken back; a connection that breaks says that it is not all.
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
