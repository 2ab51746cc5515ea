/** A Node request in the server's interface, without an intermediate `Request`. */

import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { WebHeaders, WebSignal } from "../rest/index.js";
import type { Authority } from "../rest/read-authority.js";
import type { Connection, PeerCertificate, ServerRequest } from "../server/index.js";
import { NodeBody } from "./node-body.js";
import { NodeHeaders } from "./node-headers.js";
import { hostOf, requireFraming, urlOf } from "./request-head.js";

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
