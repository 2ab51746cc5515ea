/** A request of Node as the server takes it, without a `Request` in between. */

import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { WebHeaders, WebSignal } from "../rest/index.js";
import type { Connection, PeerCertificate, ServerRequest } from "../server/index.js";
import { NodeBody } from "./node-body.js";
import { NodeHeaders } from "./node-headers.js";

export class NodeRequest implements ServerRequest, Connection {
  readonly method: string;
  readonly target: string;
  readonly headers: WebHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: NodeBody | null;
  readonly signal: WebSignal;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, signal: WebSignal, beforeReading?: () => void) {
    this.#incoming = incoming;
    this.method = incoming.method ?? "GET";
    this.target = targetOf(incoming);
    this.rawHeaders = incoming.rawHeaders;
    this.headers = new NodeHeaders(incoming.rawHeaders);
    this.body = bodyOf(incoming, this.headers, beforeReading);
    this.signal = signal;
  }

  /** Nothing of it is left to read. */
  get isRead(): boolean {
    return this.body === null || this.body.isRead;
  }

  /** Made when it is asked for: who knows the target has little use for it. */
  get url(): string {
    return urlOf(this.target, this.headers.get("host"), isEncrypted(this.#incoming));
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  /**
   * Node says `authorized` only if it has asked for a certificate (`requestCert`) and has verified it, or
   * where a session is resumed in which there was none.
   */
  get peerCertificate(): PeerCertificate | undefined {
    const { socket } = this.#incoming;
    return "authorized" in socket && socket.authorized === true
      ? (socket as TLSSocket).getPeerX509Certificate()
      : undefined;
  }
}

/** Express rewrites `url` where a handler is mounted below a path, and keeps what was sent. */
function targetOf(incoming: IncomingMessage & { readonly originalUrl?: unknown }): string {
  const { originalUrl, url } = incoming;
  return typeof originalUrl === "string" ? originalUrl : (url ?? "/");
}

/** RFC 9112 §6: a message has a body where one of two fields says so. */
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

function isEncrypted({ socket }: IncomingMessage): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}

/** RFC 3986 §3.2.2, of which a name, an address and a port are left. */
const AUTHORITY = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Always a URL, whatever the client has sent: it names the host, so it may name any. */
function urlOf(target: string, host: string | null, encrypted: boolean): string {
  const scheme = encrypted ? "https" : "http";
  const named = `${scheme}://${host ?? ""}`;
  const origin =
    AUTHORITY.test(host ?? "") && URL.canParse(named) ? named : `${scheme}://localhost`;
  // RFC 9112 §3.2.2: a target in absolute form names the host, and the Host field does not count.
  const url = target.startsWith("/") ? origin + target : target;
  return URL.canParse(url) ? new URL(url).href : `${origin}/`;
}
