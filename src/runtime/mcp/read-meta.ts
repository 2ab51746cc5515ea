/**
 * Reads what REST has in headers (§4.8) from the arguments of a tool (§4.5). Headers may repeat it, but must not
 * contradict it.
 */

import { ProtocolError } from "../error/protocol-error.js";
import type { JsonObject } from "../json/parse-json.js";
import { isObject, own, type Members } from "../json/members.js";
import type { RequestHeaders } from "../rest/read-headers.js";
import { profileUrlOf, requireProfileUrl } from "../server/agent-header.js";
import type { Operation } from "../service/operation.js";

export const META = "meta";
export const IDEMPOTENCY_KEY = "idempotency-key";

/** The rules by which a tool call names its platform. */
export interface ProfileRules {
  readonly metaKey: string;
  readonly needsMeta: boolean;
  /** True if a call without `meta` may leave the platform unnamed. */
  readonly isOptional: boolean;
  readonly development: boolean;
}

/**
 * Two different valid URLs are a contradiction, so `invalid_request`: neither is malformed, and another profile would
 * not help. The header is enough if tools take no `meta`, as in the first published release.
 * @returns undefined if the call names no platform and need not
 * @throws ProtocolError `invalid_profile_url`, `invalid_request`
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
      content: `${META}["${metaKey}"].profile is required: it names the platform's profile.`,
    });
  const profile = requireProfileUrl(named, development);
  if (header !== undefined && header !== profile)
    throw invalid("The agent header and `meta` name different profiles.");
  return profile;
}

type KeyPlaces = NonNullable<Operation["mcp"]>["idempotencyKey"];

/** RFC 9562 §4: UUIDs are case-insensitive. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * §4.5: over MCP a key is a UUID. Other keys are compared literally.
 * @throws ProtocolError `invalid_request`
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
  if (others.length > 0) throw invalid("The call must not have different idempotency keys.");
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
