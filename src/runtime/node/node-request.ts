/** A request of Node as the server takes it, without a `Request` in between. */

import type { IncomingMessage } from "node:http";
import type { WebHeaders, WebSignal, WebStream } from "../rest/index.js";
import type { Connection, ServerRequest } from "../server/index.js";
import { NodeBody } from "./node-body.js";
import { NodeHeaders } from "./node-headers.js";

export class NodeRequest implements ServerRequest, Connection {
  readonly method: string;
  readonly target: string;
  readonly headers: WebHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: WebStream | null;
  readonly signal: WebSignal;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, signal: WebSignal, beforeReading?: () => void) {
    this.#incoming = incoming;
    this.method = incoming.method ?? "GET";
    this.target = targetOf(incoming);
    this.rawHeaders = incoming.rawHeaders;
    this.headers = new NodeHeaders(incoming.rawHeaders);
    this.body = hasBody(this.headers) ? new NodeBody(incoming, beforeReading) : null;
    this.signal = signal;
  }

  /** Made when it is asked for: who knows the target has little use for it. */
  get url(): string {
    return urlOf(this.target, this.headers.get("host"), isEncrypted(this.#incoming));
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }
}

/** Express rewrites `url` where a handler is mounted below a path, and keeps what was sent. */
function targetOf(incoming: IncomingMessage & { readonly originalUrl?: unknown }): string {
  const { originalUrl, url } = incoming;
  return typeof originalUrl === "string" ? originalUrl : (url ?? "/");
}

/** RFC 9112 §6: a message has a body where one of these says so. */
function hasBody(headers: WebHeaders): boolean {
  const length = headers.get("content-length");
  return (length !== null && length !== "0") || headers.get("transfer-encoding") !== null;
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
