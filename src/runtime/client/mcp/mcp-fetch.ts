/**
 * The `fetch` that the MCP client uses. It applies the checks of REST: no redirects, a size limit, strict JSON, and
 * HTTP errors as protocol errors. It keeps response bodies while a call is waiting: the MCP client discards results that violate MCP, and
 * with them, for example, the id of a created checkout.
 */

import { ProtocolError } from "../../error/protocol-error.js";
import { isObject, own } from "../../json/members.js";
import { isJsonInUtf8 } from "../../rest/media-type.js";
import { abandon } from "../../rest/read-json-body.js";
import type { WebHeaders, WebResponse, WebStream, WebReader } from "../../rest/web.js";
import type { Cancellation } from "../../time/time.js";
import { ClientError } from "../client-error.js";
import type { TransportContext } from "../definition.js";
import {
  parseAnswer,
  readAnswer,
  invalidAnswer,
  errorFrom,
  parseStrictly,
} from "../read-answer.js";
import type { FetchResponse } from "../send.js";
import { overMcp, thrownOf } from "./thrown.js";

/** The last chunk may still be on its way through the MCP client. */
const GRACE_MS = 1_000;

// Every platform has this, but the ECMAScript declarations do not.
declare const Response: new (
  body: Uint8Array | WebStream | null,
  init: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
) => WebResponse;

interface McpRequest {
  readonly method?: string;
  readonly headers?: WebHeaders;
  readonly body?: string;
  readonly signal: Cancellation;
}

export interface McpFetch {
  fetch(url: { toString(): string }, request: McpRequest): Promise<WebResponse>;
  readonly ends: StreamEnds;
  readonly retryAfterByRequest: RetryAfterByRequest;
  readonly bodies: ReceivedBodies;
}

/** Only tool calls have this header. */
const REQUEST_ID = "request-id";

export function createMcpFetch({ send, answerBytes }: TransportContext): McpFetch {
  const ends = createStreamEnds();
  const retryAfterByRequest = createRetryAfterByRequest();
  const bodies = createReceivedBodies();

  async function answer(
    response: FetchResponse,
    requestId: string | undefined,
    signal: Cancellation,
  ): Promise<WebResponse> {
    const { status } = response;
    const headers = sentHeaders(response.headers);
    const type = headers["content-type"] ?? "";
    retryAfterByRequest.tell(requestId, headers["retry-after"]);
    const reading = { maxBytes: answerBytes, signal };
    if (isFailure(status, requestId !== undefined)) {
      const error = overMcp(status, await errorFrom(response, reading));
      if (requestId === undefined && isOfMethod(error))
        return new Response(null, { status: 404, headers: {} });
      throw error;
    }
    if (type.startsWith("text/event-stream") && response.body !== null) {
      const stream = cappedStream(response.body, answerBytes, {
        keep: (chunk) => bodies.keep(requestId, chunk),
        end: (error) => ends.end(requestId, error),
      });
      return new Response(stream, { status, headers });
    }
    const bytes = await readAnswer(response, reading);
    if (status === 200 && isJsonInUtf8(type)) parseAnswer(response, bytes);
    bodies.keep(requestId, bytes);
    return new Response(bytes.length === 0 ? null : bytes, { status, headers });
  }

  return {
    ends,
    retryAfterByRequest,
    bodies,
    async fetch(url, { method = "GET", headers, body, signal }) {
      // Only responses are expected: a stream for other messages would keep the process alive.
      if (method === "GET") return new Response(null, { status: 405, headers: {} });
      const request = {
        method,
        headers: sentHeaders(headers),
        ...(body === undefined ? {} : { body }),
      };
      const response = await send(url.toString(), request, signal);
      return answer(response, request.headers[REQUEST_ID], signal);
    },
  };
}

/** Errors about who may call, and when. */
const NOT_NOW: ReadonlySet<number> = new Set([401, 403, 408, 409, 429]);

/**
 * While both sides negotiate the MCP version, an error may be a valid response, unless it is about who may call, or
 * when.
 */
function isFailure(status: number, isCall: boolean): boolean {
  if (status < 200 || (status >= 300 && status < 400)) return true;
  return status >= 400 && (isCall || status >= 500 || NOT_NOW.has(status));
}

/** The server does not know a method of the handshake, for which the MCP client expects a 4xx. */
function isOfMethod(error: ProtocolError | ClientError): boolean {
  const received = "received" in error ? error.received : undefined;
  return received?.status === 501 || received?.code === "-32601";
}

/** Drops headers that described the bytes on the wire. */
function sentHeaders(headers: WebHeaders | undefined): Record<string, string> {
  const kept = new Map<string, string>();
  headers?.forEach((value, name) => kept.set(name.toLowerCase(), value));
  kept.delete("content-encoding");
  kept.delete("content-length");
  return Object.fromEntries(kept);
}

/** Rejects calls whose stream ends without a response. The MCP client would wait for them until its timeout. */
interface StreamEnds {
  end(requestId: string | undefined, error?: unknown): void;
  /** Returns the result of a call, or rejects once there can be none. */
  orEnd<Result>(requestId: string | undefined, result: Promise<Result>): Promise<Result>;
}

function createStreamEnds(): StreamEnds {
  const waiting = new Map<string, (error: unknown) => void>();
  return {
    end(requestId, error) {
      if (requestId !== undefined) waiting.get(requestId)?.(error);
    },
    async orEnd(requestId = "", result) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const ended = new Promise<never>((_, reject) => {
        waiting.set(requestId, (error) => {
          if (error !== undefined) return reject(error);
          const nothing = new ClientError("NETWORK", {
            content: "The answer ended early.",
          });
          timer = setTimeout(() => reject(nothing), GRACE_MS);
        });
      });
      try {
        return await Promise.race([result, ended]);
      } finally {
        clearTimeout(timer);
        waiting.delete(requestId);
      }
    },
  };
}

/**
 * Adds the `Retry-After` of a response (RFC 9110 §10.2.3) to its error, as over REST. JSON-RPC has no place for
 * it.
 */
interface RetryAfterByRequest {
  /** Records the header of a call's response. Ignored if nobody is waiting for the call. */
  tell(requestId: string | undefined, retryAfter: string | undefined): void;
  /** @throws ProtocolError, ClientError */
  during<Result>(requestId: string | undefined, result: Promise<Result>): Promise<Result>;
}

function createRetryAfterByRequest(): RetryAfterByRequest {
  const told = new Map<string, string | undefined>();
  return {
    tell(requestId = "", retryAfter) {
      if (told.has(requestId)) told.set(requestId, retryAfter);
    },
    async during(requestId = "", result) {
      told.set(requestId, undefined);
      try {
        return await result;
      } catch (thrown) {
        throw postponed(thrown, told.get(requestId));
      } finally {
        told.delete(requestId);
      }
    },
  };
}

function postponed(error: unknown, retryAfter: string | undefined): unknown {
  if (retryAfter === undefined || !(error instanceof ProtocolError)) return error;
  const { code, content, headers, cause, received, answer } = error;
  return new ProtocolError(code, {
    content,
    cause,
    answer,
    headers: { "Retry-After": retryAfter, ...headers },
    received,
  });
}

interface Controller {
  enqueue(chunk: Uint8Array): void;
  close(): void;
  error(reason: unknown): void;
}

// Every platform has this, but the ECMAScript declarations do not.
declare const ReadableStream: new (source: {
  pull(controller: Controller): Promise<void>;
  cancel(reason: unknown): Promise<void>;
}) => WebStream;

interface StreamListener {
  /** Called with each chunk that is passed on. */
  keep(chunk: Uint8Array): void;
  /** Called once the stream ends, with the error if there is one. */
  end(error?: unknown): void;
}

/** Limits the size of a stream: it fails once more bytes arrive. */
function cappedStream(
  stream: WebStream,
  maxBytes: number,
  { keep, end }: StreamListener,
): WebStream {
  const reader = stream.getReader();
  let left = maxBytes;

  async function next(): Promise<Uint8Array | undefined> {
    const { done, value } = await read(reader);
    left -= value?.length ?? 0;
    if (left < 0) throw invalidAnswer(`The answer is larger than ${maxBytes} bytes.`);
    return done ? undefined : (value ?? new Uint8Array(0));
  }

  return new ReadableStream({
    async pull(controller) {
      try {
        const chunk = await next();
        if (chunk !== undefined) {
          // A copy, because readers of the stream may transfer its chunks.
          keep(chunk.slice());
          return controller.enqueue(chunk);
        }
        controller.close();
        end();
      } catch (error) {
        abandon(reader);
        controller.error(error);
        end(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function read(reader: WebReader): ReturnType<WebReader["read"]> {
  try {
    return await reader.read();
  } catch (cause) {
    throw new ClientError("NETWORK", { cause });
  }
}

interface ReceivedBodies {
  /** Adds a part of the body of a call's response. */
  keep(requestId: string | undefined, bytes: Uint8Array): void;
  /** @throws ProtocolError, ClientError, with what was received as `answer` */
  during<Result>(requestId: string | undefined, result: Promise<Result>): Promise<Result>;
}

function createReceivedBodies(): ReceivedBodies {
  const bodies = new Map<string, Uint8Array[]>();
  return {
    keep(requestId = "", bytes) {
      bodies.get(requestId)?.push(bytes);
    },
    async during(requestId = "", result) {
      const parts: Uint8Array[] = [];
      bodies.set(requestId, parts);
      try {
        return await result;
      } catch (thrown) {
        throw thrownOf(thrown, answerIn(parts));
      } finally {
        bodies.delete(requestId);
      }
    },
  };
}

/** The result's content, or as much of the message as there is. Undefined if nothing can be parsed. */
function answerIn(parts: readonly Uint8Array[]): unknown {
  const text = decoded(parts);
  const [message] = [text, ...eventsIn(text).reverse()].flatMap(messageIn);
  if (!isObject(message)) return message;
  const result = own(message, "result");
  const content = isObject(result) ? own(result, "structuredContent") : undefined;
  return content ?? result ?? own(message, "error") ?? message;
}

/** The data of server-sent events (HTML standard). The last one is the response. */
function eventsIn(text: string): string[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join("\n"));
}

function messageIn(text: string): unknown[] {
  try {
    return [parseStrictly(new TextEncoder().encode(text))];
  } catch {
    return [];
  }
}

function decoded(parts: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(bytes);
}
