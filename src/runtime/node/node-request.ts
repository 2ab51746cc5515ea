/**
 * A Node request in the server's interface, without an intermediate `Request`. Its head is checked before anything is read: invalid
 * framing or hosts are rejected, since a guess could route the message to this machine, or treat the rest of its body as another request.
 * Nothing of the body is read before it is asked for. The last part ends connections whose client may still be sending (RFC 9112 §9.6).
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { ProtocolError } from "../error/protocol-error.js";
import { type Authority, readAuthority } from "../rest/request-target.js";
import type { WebHeaders, WebSignal, WebReader, WebStream } from "../rest/web.js";
import type { Connection, PeerCertificate, ServerRequest } from "../server/transport.js";

/**
 * Uses the raw list, because Node's own `headers` drops the second of two `Authorization`, `Content-Type` and others,
 * so that a proxy may have used a different one.
 */
class NodeHeaders implements WebHeaders {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  /** As HTTP/1.1 lines. */
  get bytes(): number {
    const raw = this.#raw;
    let bytes = 0;
    for (let at = 0; at + 1 < raw.length; at += 2)
      bytes += raw[at]!.length + raw[at + 1]!.length + LINE_BYTES;
    return bytes;
  }

  get(name: string): string | null {
    const raw = this.#raw;
    let found: string | null = null;
    // A linear search: few fields are read, and names of equal length are rare. Building a map would take longer.
    for (let at = 0; at + 1 < raw.length; at += 2) {
      if (raw[at]!.length !== name.length || !isSame(raw[at]!, name)) continue;
      found = found === null ? raw[at + 1]! : `${found}, ${raw[at + 1]!}`;
    }
    return found;
  }

  forEach(each: (value: string, name: string) => void): void {
    const byName = new Map<string, string>();
    const raw = this.#raw;
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      const before = byName.get(name);
      byName.set(name, before === undefined ? raw[at + 1]! : `${before}, ${raw[at + 1]!}`);
    }
    byName.forEach(each);
  }
}

/** `: ` and the line end. */
const LINE_BYTES = 4;

function isSame(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}

export class NodeRequest implements ServerRequest, Connection {
  readonly method: string;
  readonly target: string;
  readonly headers: WebHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: NodeBody | null;
  readonly signal: WebSignal;
  readonly #incoming: IncomingMessage;
  readonly #host: Authority;

  /** @throws ProtocolError `invalid_request` if host or target is invalid; FramingError */
  constructor(incoming: IncomingMessage, signal: WebSignal, beforeReading?: () => void) {
    requireFraming(incoming);
    this.#incoming = incoming;
    // Node only leaves it out of responses.
    this.method = incoming.method as string;
    this.target = targetOf(incoming);
    this.rawHeaders = incoming.rawHeaders;
    this.#host = hostOf(this.target, incoming.rawHeaders, schemeOf(incoming));
    this.headers = new NodeHeaders(incoming.rawHeaders);
    this.body = bodyOf(incoming, this.headers, beforeReading);
    this.signal = signal;
  }

  /** True if nothing is left to read. */
  get isRead(): boolean {
    return this.body === null || this.body.isRead;
  }

  /** Built on demand, since callers usually use the target. */
  get url(): string {
    return urlOf(this.target, this.#host, schemeOf(this.#incoming));
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  /**
   * Node only sets `authorized` if it requested a certificate (`requestCert`) and verified it, or resumed a session
   * without one.
   */
  get peerCertificate(): PeerCertificate | undefined {
    const { socket } = this.#incoming;
    return "authorized" in socket && socket.authorized === true
      ? (socket as TLSSocket).getPeerX509Certificate()
      : undefined;
  }
}

/** Express rewrites `url` if a handler is mounted below a path, and keeps the original. */
function targetOf(incoming: IncomingMessage & { readonly originalUrl?: unknown }): string {
  const { originalUrl, url } = incoming;
  return typeof originalUrl === "string" ? originalUrl : (url as string);
}

/** RFC 9112 §6: one of two fields announces a body. */
function bodyOf(
  incoming: IncomingMessage,
  headers: WebHeaders,
  beforeReading: (() => void) | undefined,
): NodeBody | null {
  if (headers.get("transfer-encoding") !== null)
    return new NodeBody(incoming, undefined, beforeReading);
  const length = Number(headers.get("content-length") ?? 0);
  return length === 0 ? null : new NodeBody(incoming, length, beforeReading);
}

function schemeOf({ socket }: IncomingMessage): "https" | "http" {
  return "encrypted" in socket && socket.encrypted === true ? "https" : "http";
}

type Chunk = Awaited<ReturnType<WebReader["read"]>>;

interface Waiting {
  resolve(chunk: Chunk): void;
  reject(error: unknown): void;
}

const END: Chunk = Object.freeze({ done: true });

class NodeBody implements WebStream, WebReader {
  readonly #incoming: IncomingMessage;
  readonly #expected: number | undefined;
  readonly #beforeReading: (() => void) | undefined;
  #chunk: Chunk | undefined;
  #waiting: Waiting | undefined;
  #error: unknown;
  #started = false;
  #ended = false;
  #isRead = false;

  /**
   * @param expected the length according to the head, if it says so
   * @param beforeReading called once, before the first byte is read
   */
  constructor(incoming: IncomingMessage, expected: number | undefined, beforeReading?: () => void) {
    this.#incoming = incoming;
    this.#expected = expected;
    this.#beforeReading = beforeReading;
  }

  /** True if the whole body was read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  getReader(): WebReader {
    return this;
  }

  read(): Promise<Chunk> {
    if (!this.#started) return this.#readFirst();
    const chunk = this.#chunk;
    if (chunk !== undefined) {
      this.#chunk = undefined;
      this.#incoming.resume();
      return Promise.resolve(chunk);
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#ended) return Promise.resolve(END);
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  /** Stops reading; whoever sends the response decides about the rest. */
  cancel(): Promise<void> {
    const incoming = this.#incoming;
    this.#ended = true;
    this.#chunk = undefined;
    incoming.off("data", this.#take);
    if (this.#started) incoming.pause();
    return Promise.resolve();
  }

  async #readFirst(): Promise<Chunk> {
    const value = await this.whole();
    return value === undefined ? this.read() : { done: false, value };
  }

  /** Starts reading. Returns undefined if the rest comes later and must be read with `read`. */
  async whole(): Promise<Uint8Array | undefined> {
    const incoming = this.#incoming;
    this.#started = true;
    if (incoming.readableDidRead || incoming.readableEnded) throw (this.#error = consumed());
    this.#beforeReading?.();
    // Node is about to provide what arrived with the head, which is usually everything: taking it from there is
    // cheaper than listening for it.
    await undefined;
    const bytes = this.#expected === undefined ? null : (incoming.read() as Uint8Array | null);
    if (bytes !== null && bytes.length === this.#expected) {
      this.#finish();
      return bytes;
    }
    if (bytes !== null) this.#take(bytes);
    incoming.on("data", this.#take);
    incoming.on("end", this.#finish);
    incoming.on("error", this.#fail);
    incoming.on("close", this.#close);
    if (incoming.destroyed) this.#close();
    // The body may have failed before anyone listened, since what arrives with the head is parsed at once.
    const broken = whyBroken(incoming);
    if (broken !== undefined) this.#fail(broken);
    return undefined;
  }

  readonly #take = (bytes: Uint8Array): void => {
    const chunk = { done: false, value: bytes };
    if (this.#waiting === undefined) {
      // At most one chunk is held here, besides what Node reads ahead.
      this.#chunk = chunk;
      this.#incoming.pause();
      return;
    }
    this.#waiting.resolve(chunk);
    this.#waiting = undefined;
  };

  readonly #finish = (): void => {
    this.#isRead ||= !this.#ended;
    this.#ended = true;
    this.#waiting?.resolve(END);
    this.#waiting = undefined;
  };

  readonly #fail = (error: unknown): void => {
    if (this.#ended) return;
    this.#error ??= error;
    this.#waiting?.reject(this.#error);
    this.#waiting = undefined;
  };

  readonly #close = (): void => {
    if (!this.#ended) this.#fail(new Error("the connection closed before the body ended"));
  };
}

/** Not the caller's fault. The log and the response tell whoever mounted the server. */
function consumed(): ProtocolError {
  const cause = new TypeError(
    "the body was read before it reached the server: mount the server before body parsers such as express.json()",
  );
  const content = "The body of the request was read before it reached the server.";
  return new ProtocolError("internal_error", { content, cause });
}

export const ONLY_CHUNKED = "The only supported Transfer-Encoding is chunked.";

/**
 * The end of the body is unknown, so the connection ends after the response and no other request is read (RFC 9112
 * §6.3).
 */
export class FramingError extends ProtocolError {}

/**
 * RFC 9112 §6.1. Node's parser treats `gzip, chunked` as `chunked`, and ignores a field without a value.
 * @throws FramingError `unsupported_request`; `invalid_request` for HTTP/1.0, which has no Transfer-Encoding
 */
function requireFraming({ httpVersion, rawHeaders }: IncomingMessage): void {
  const codings = valuesOf("transfer-encoding", rawHeaders);
  if (codings.length === 0) return;
  if (httpVersion !== "1.1") {
    const content = "HTTP/1.0 has no Transfer-Encoding.";
    throw new FramingError("invalid_request", { content });
  }
  if (codings.length > 1 || codings[0]?.toLowerCase() !== "chunked") {
    throw new FramingError("unsupported_request", { content: ONLY_CHUNKED });
  }
}

/** The same for a request that was not read. */
export function hasBody({ rawHeaders }: IncomingMessage): boolean {
  if (valuesOf("transfer-encoding", rawHeaders).length > 0) return true;
  return valuesOf("content-length", rawHeaders).some((length) => Number(length) !== 0);
}

type Scheme = "https" | "http";

/**
 * The host that a request is for (RFC 9112 §3.3), as the client claims.
 * @param target as it was sent
 * @throws ProtocolError `invalid_request` if the host is missing, invalid or ambiguous, or the target is neither a
 * path nor a URL
 */
export function hostOf(target: string, rawHeaders: readonly string[], scheme: Scheme): Authority {
  const hosts = valuesOf("host", rawHeaders);
  // HTTP/2, if another listener supports it, has the pseudo-field instead (RFC 9113 §8.3.1).
  const [named, ...others] = [...hosts, ...valuesOf(":authority", rawHeaders)];
  if (named === undefined) throw invalid("The header Host is required.");
  if (hosts.length > 1 || others.some((other) => other !== named))
    throw invalid("The header host must not be repeated.");
  const authority = rememberedAuthority(named, scheme);
  if (authority === undefined)
    throw invalid("The header Host must be a host, with or without a port.");
  if (!target.startsWith("/") && target !== "*") requireSameHost(target, named);
  return authority;
}

/** @param host the result of `hostOf` for the same target */
function urlOf(target: string, { host }: Authority, scheme: Scheme): string {
  if (target === "*") return `${scheme}://${host}/`;
  return new URL(target.startsWith("/") ? `${scheme}://${host}${target}` : target).href;
}

/** Clients name the same host with every request, so cache the last one. */
let last:
  { readonly text: string; readonly scheme: Scheme; readonly authority: Authority } | undefined;

function rememberedAuthority(text: string, scheme: Scheme): Authority | undefined {
  if (last?.text === text && last.scheme === scheme) return last.authority;
  const authority = readAuthority(text, scheme);
  if (authority !== undefined) last = { text, scheme, authority };
  return authority;
}

const ABSOLUTE = /^(https?):\/\/([^/?#]*)/i;

/**
 * RFC 9112 §3.2.2: in absolute form, target and Host name the same host. If they differ, the next parser may use
 * either.
 */
function requireSameHost(target: string, named: string): void {
  const [, written, authority] = ABSOLUTE.exec(target) ?? [];
  if (written === undefined || authority === undefined || !URL.canParse(target))
    throw invalid("The request target must be a path or an absolute URL.");
  const scheme = written.toLowerCase() === "https" ? "https" : "http";
  const host = readAuthority(authority, scheme)?.host;
  if (host === undefined || host !== readAuthority(named, scheme)?.host)
    throw invalid("The request target and the header Host name different hosts.");
}

function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === name.length && rawHeaders[at]!.toLowerCase() === name)
      values.push(rawHeaders[at + 1]!);
  return values;
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}

/** Time for which a client may keep sending unread data, in milliseconds. */
const LINGER_MS = 30_000;

const brokenOff = new WeakMap<IncomingMessage, Error>();

/** The reason why the rest of a body will never come. Undefined if it may. */
function whyBroken(incoming: IncomingMessage): Error | undefined {
  return brokenOff.get(incoming);
}

/**
 * Tells the reader of a body that its rest is missing or invalid. Node would do so only after closing the connection,
 * which is too late for a response.
 */
export function breakOff(incoming: IncomingMessage, outgoing: ServerResponse, error: Error): void {
  brokenOff.set(incoming, error);
  if (outgoing.headersSent) outgoing.end();
  // Without a listener, `emit` would throw.
  else if (incoming.listenerCount("error") > 0) incoming.emit("error", error);
}

/**
 * Ends `outgoing`, which is completely written, once the client has stopped sending. Closing the socket earlier makes
 * arriving data reset the connection, and the reset may overtake the response.
 */
export function linger(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (brokenOff.has(incoming)) return void outgoing.end();
  const end = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  incoming.once("end", end).once("close", end);
  incoming.resume();
}
