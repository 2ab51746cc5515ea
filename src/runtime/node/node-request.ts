/** A Node request in the server's interface, without an intermediate `Request`. */

import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { WebHeaders, WebSignal } from "../rest/web.js";
import type { Authority } from "../rest/read-authority.js";
import type { Connection, PeerCertificate, ServerRequest } from "../server/transport.js";
import { NodeBody } from "./node-body.js";
import { hostOf, requireFraming, urlOf } from "./request-head.js";

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
