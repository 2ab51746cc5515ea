/**
 * What REST has in headers (§4.8), and MCP among the arguments of a tool (§4.5). In: arguments, and the
 * headers beside them, which must not say otherwise. Out: the platform's profile URL, the key.
 */

import { ProtocolError } from "../error/index.js";
import type { JsonObject } from "../json/index.js";
import type { RequestHeaders } from "../rest/index.js";
import { profileUrlOf } from "../server/agent-header.js";
import { requireProfileUrl } from "../server/profile-url.js";

export const META = "meta";

/** Arguments of their own in some releases; with `_` where these write it so. */
export const KEY_ARGUMENTS = ["idempotency_key", "idempotency-key"] as const;

/**
 * Two well-formed URLs that differ are a request that contradicts itself, so `invalid_request`: neither
 * of them is malformed, and another profile would not help. The header alone does where tools take no
 * `meta`, as in the first release that was published.
 *
 * @throws ProtocolError invalid_profile_url, invalid_request
 */
export function readProfile(
  sent: JsonObject,
  metaKey: string,
  { agent }: RequestHeaders,
  needsMeta: boolean,
): string {
  const header = agent === undefined ? undefined : profileUrlOf(agent);
  if (header !== undefined && !needsMeta) return header;
  const profile = requireProfileUrl(objectAt(objectAt(sent, META), metaKey)["profile"]);
  if (header !== undefined && header !== profile)
    throw invalid("The agent header and `meta` name different profiles.");
  return profile;
}

/** @throws ProtocolError invalid_request */
export function readKey(
  sent: JsonObject,
  { idempotencyKey: header }: RequestHeaders,
  isRequired: boolean,
): string | undefined {
  const named = [
    objectAt(sent, META)["idempotency-key"],
    ...KEY_ARGUMENTS.map((name) => sent[name]),
  ].filter((each) => typeof each === "string");
  if (isRequired && named.length === 0)
    throw invalid("The call needs an idempotency key among its arguments.");
  const [key, ...others] = new Set(header === undefined ? named : [...named, header]);
  if (others.length > 0) throw invalid("The call has different idempotency keys.");
  return key;
}

const NOTHING: JsonObject = Object.freeze({});

function objectAt(holder: JsonObject, name: string): JsonObject {
  const value: unknown = Object.hasOwn(holder, name) ? holder[name] : undefined;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : NOTHING;
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}
