/**
 * The components of a message that a signature covers (§5.4), and their values in the signature base (RFC 9421 §2).
 * Names are in lower case. The signature base of them is what is signed. The body is covered by its Content-Digest (RFC 9530 §2), with
 * sha-256 over its raw bytes.
 */

import { serializeParameters } from "structured-headers";
import { sha256Base64 } from "../digest/sha256.js";
import { ProtocolError } from "../error/protocol-error.js";
import { encodeUtf8, encodeBase64 } from "../text/encoding.js";
import { bytesOf, dictionaryOf } from "./dictionary.js";
import { type RequestMessage, type ResponseMessage, MessageError, Fields } from "./message.js";

/**
 * Derives components from a request's target (RFC 9421 §2.2). Parses the target by hand, as it was sent: the `URL` of
 * the Fetch standard resolves `/../` and rewrites escapes, so no signature would match.
 */
interface Target {
  readonly scheme: string;
  /** In lower case, without the scheme's default port (§2.2.3). */
  readonly authority: string;
  /** Never empty (§2.2.6). */
  readonly path: string;
  /** The query with its `?`. Undefined if the URL has no query. */
  readonly query: string | undefined;
}

/** RFC 9112 §3.2.2. */
const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/i;
/** RFC 3986 §3.2 without user information, which RFC 9110 §4.2.4 forbids. */
const AUTHORITY = /^([\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::(\d{0,5}))?$/i;
const VISIBLE = /^[\x21-\x7e]+$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { https: "443", http: "80" };

/** @throws MessageError */
function targetOf(request: RequestMessage, fields: Fields): Target {
  const { target } = request;
  if (!VISIBLE.test(target)) throw new MessageError("The request target is invalid.");
  const absolute = ABSOLUTE.exec(target);
  // Check Host even if it is not used: of two values, another reader might use either.
  const host = fields.single("host");
  if (absolute !== null) {
    const [, scheme, authority, rest] = absolute;
    return parts(scheme!.toLowerCase(), request.authority ?? authority, rest!);
  }
  if (!target.startsWith("/"))
    throw new MessageError("The request target must be a path or an absolute URL.");
  return parts(request.scheme, request.authority ?? host, target);
}

function parts(scheme: string, authority: string | undefined, rest: string): Target {
  const question = rest.indexOf("?");
  const path = question < 0 ? rest : rest.slice(0, question);
  return {
    scheme,
    authority: normalAuthority(scheme, authority),
    path: path === "" ? "/" : path,
    query: question < 0 ? undefined : rest.slice(question),
  };
}

function normalAuthority(scheme: string, authority: string | undefined): string {
  if (authority === undefined) throw new MessageError("The request names no host.");
  const found = AUTHORITY.exec(authority);
  if (found === null) throw new MessageError("The request's host is invalid.");
  const host = found[1]!.toLowerCase();
  const port = found[2] ?? "";
  return port === "" || port === DEFAULT_PORTS[scheme] ? host : `${host}:${port}`;
}

export interface Components {
  readonly fields: Fields;
  readonly body: Uint8Array | null;
  /** Components that must be covered. */
  readonly required: readonly string[];
  /** @throws MessageError if the message lacks the component */
  valueOf(name: string): string;
}

/** Not the agent header or Content-Digest: a dictionary may be split over several lines (RFC 8941 §4.2). */
const SINGLE = ["idempotency-key", "content-type"];
const BODY_FIELDS: readonly string[] = ["content-digest", "content-type"];
const METHOD = /^[\w!#$%&'*+.^`|~-]+$/;

/** @throws MessageError */
export function requestComponents(
  request: RequestMessage,
  agentHeader: string,
  fields: Fields = new Fields(request.headers),
): Components {
  if (!METHOD.test(request.method)) throw new MessageError("The request method is invalid.");
  const target = targetOf(request, fields);
  const agent = agentHeader.toLowerCase();
  // These determine what a call means, so each must be unambiguous whether it is covered or not.
  for (const name of SINGLE) fields.single(name);
  const required = ["@method", "@authority", "@path"];
  if (target.query !== undefined) required.push("@query");
  if (fields.has(agent)) required.push(agent);
  // REST requires the key elsewhere for methods that change state (§4.8). Over MCP every call is a POST and most have
  // no key, so it is covered if present (DESIGN §12).
  if (fields.has("idempotency-key")) required.push("idempotency-key");
  if (hasBody(request.body)) required.push(...BODY_FIELDS);
  return {
    fields,
    body: request.body,
    required,
    valueOf: (name) => derived(name, request.method, target, request.target) ?? field(fields, name),
  };
}

/** @throws MessageError */
export function responseComponents(
  { status, headers, body }: ResponseMessage,
  fields: Fields = new Fields(headers),
): Components {
  if (!Number.isInteger(status) || status < 100 || status > 999)
    throw new MessageError("The response status is invalid.");
  fields.single("content-type");
  return {
    fields,
    body,
    required: ["@status", ...(hasBody(body) ? BODY_FIELDS : [])],
    valueOf: (name) => (name === "@status" ? String(status) : field(fields, name)),
  };
}

export function hasBody(body: Uint8Array | null): body is Uint8Array {
  return body !== null && body.length > 0;
}

/** RFC 9421 §2.2, except `@query-param`, which has parameters. */
function derived(name: string, method: string, target: Target, sent: string): string | undefined {
  const { scheme, authority, path, query } = target;
  switch (name) {
    case "@method":
      return method;
    case "@authority":
      return authority;
    case "@path":
      return path;
    // §2.2.7: without a query, the value is a single question mark.
    case "@query":
      return query ?? "?";
    case "@scheme":
      return scheme;
    case "@request-target":
      return sent;
    case "@target-uri":
      return `${scheme}://${authority}${path}${query ?? ""}`;
    default:
      return undefined;
  }
}

function field(fields: Fields, name: string): string {
  // No field name starts with `@`, so unknown derived components fail here.
  const value = fields.get(name);
  if (value === undefined) throw new MessageError(`The message lacks the component ${name}.`);
  return value;
}

function identifierOf(name: string): string {
  return name.endsWith(";req") ? `"${name.slice(0, -";req".length)}";req` : `"${name}"`;
}

/**
 * The inner list of RFC 9421 §2.3. A received list is serialized again, because white space is not signed.
 * @param names must not need escaping; those that end in `;req` are of the request (§2.4)
 * @param parameters as a type of no library: the declarations of what signs lead here, and those of the library need the web's
 */
export function signatureParams(
  names: readonly string[],
  parameters: ReadonlyMap<string, string | number | boolean>,
): string {
  return `(${names.map(identifierOf).join(" ")})${serializeParameters(new Map(parameters))}`;
}

/** @throws MessageError if the message lacks a component */
export function signatureBase(
  names: readonly string[],
  params: string,
  components: Components,
): Uint8Array {
  const lines = names.map((name) => `${identifierOf(name)}: ${components.valueOf(name)}\n`);
  // RFC 9421 §2.5: no newline after the last line. Sign and verify would get it wrong together, so only foreign
  // signatures catch it.
  return encodeUtf8(`${lines.join("")}"@signature-params": ${params}`);
}

const NO_BYTES = /* @__PURE__ */ new Uint8Array(0);

export async function contentDigest(body: Uint8Array): Promise<string> {
  return `sha-256=:${await sha256Base64(body)}:`;
}

/**
 * @param value the field's value, which may have digests of other algorithms as well
 * @throws ProtocolError `digest_mismatch`; `algorithm_unsupported` if none of the digests is sha-256
 */
export async function verifyContentDigest(value: string, body: Uint8Array | null): Promise<void> {
  const actual = await sha256Base64(body ?? NO_BYTES);
  // The usual form, with sha-256 alone: nothing to parse.
  if (value === `sha-256=:${actual}:`) return;
  if (claimedDigest(value) !== actual) throw new ProtocolError("digest_mismatch");
}

function claimedDigest(value: string): string {
  const member = readDigest(() => dictionaryOf("Content-Digest", value)).get("sha-256");
  if (member === undefined)
    throw new ProtocolError("algorithm_unsupported", {
      content: "Content-Digest must include sha-256.",
    });
  return encodeBase64(readDigest(() => bytesOf("Content-Digest", value, member)));
}

function readDigest<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    throw new ProtocolError("digest_mismatch", { content: (cause as Error).message, cause });
  }
}
