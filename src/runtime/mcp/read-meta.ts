/**
 * What REST has in headers (§4.8), and MCP among the arguments of a tool (§4.5). In: arguments, and the
 * headers beside them, which must not say otherwise. Out: the platform's profile URL, the key.
 */

import { ProtocolError } from "../error/index.js";
import type { JsonObject } from "../json/index.js";
import { isObject, own, type Members } from "../json/members.js";
import type { RequestHeaders } from "../rest/index.js";
import { profileUrlOf } from "../server/agent-header.js";
import { requireProfileUrl } from "../server/profile-url.js";
import type { Operation } from "../service/index.js";

export const META = "meta";
export const IDEMPOTENCY_KEY = "idempotency-key";

/** The rules by which the calls of a tool name their platform. */
export interface ProfileRules {
  readonly metaKey: string;
  readonly needsMeta: boolean;
  /** True if a call without `meta` need not name it. */
  readonly isOptional: boolean;
  readonly development: boolean;
}

/**
 * Two well-formed URLs that differ are a request that contradicts itself, so `invalid_request`: neither
 * of them is malformed, and another profile would not help. The header alone does where tools take no
 * `meta`, as in the first release that was published.
 *
 * @returns undefined for a call that names no platform, where it need not
 * @throws ProtocolError invalid_profile_url, invalid_request
 */
export function readProfile(
  sent: JsonObject,
  { agent }: RequestHeaders,
  { metaKey, needsMeta, isOptional, development }: ProfileRules,
): string | undefined {
  const header = agent === undefined ? undefined : profileUrlOf(agent, development);
  if (!needsMeta && (header !== undefined || isOptional)) return header;
  const named = objectAt(objectAt(sent, META), metaKey)["profile"];
  if (named === undefined)
    throw new ProtocolError("invalid_profile_url", {
      content: `The call names no platform: ${META}["${metaKey}"].profile is required.`,
    });
  const profile = requireProfileUrl(named, development);
  if (header !== undefined && header !== profile)
    throw invalid("The agent header and `meta` name different profiles.");
  return profile;
}

type KeyPlaces = NonNullable<Operation["mcp"]>["idempotencyKey"];

/** RFC 9562 §4: a UUID is the same in capitals. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * §4.5: over MCP a key is a UUID. One that is none stands for itself.
 * @throws ProtocolError invalid_request
 */
export function readKey(
  sent: JsonObject,
  { idempotencyKey: header }: RequestHeaders,
  { required, in: places }: KeyPlaces,
): string | undefined {
  const named = [...new Set([META, ...places])]
    .map((name) => (name === META ? objectAt(sent, META)[IDEMPOTENCY_KEY] : sent[name]))
    .filter((each) => typeof each === "string");
  if (required && named.length === 0)
    throw invalid("The call needs an idempotency key among its arguments.");
  const keys = header === undefined ? named : [...named, header];
  const [key, ...others] = new Set(
    keys.map((each) => (UUID.test(each) ? each.toLowerCase() : each)),
  );
  if (others.length > 0) throw invalid("The call has different idempotency keys.");
  return key;
}

const NOTHING: Members = Object.freeze({});

function objectAt(holder: Members, name: string): Members {
  const value = own(holder, name);
  return isObject(value) ? value : NOTHING;
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}
