/**
 * The arguments of a tool (§4.5). In: arguments, and the headers beside them. Out: what REST has in
 * path, headers and body.
 */

import { ProtocolError } from "../error/index.js";
import { joinPointer, type JsonObject } from "../json/index.js";
import type { RequestHeaders } from "../rest/index.js";
import type { Validator } from "../schema/index.js";
import { profileUrlOf } from "../server/agent-header.js";
import type { Inbound, ServerCore } from "../server/index.js";
import { issueText, MAX_ISSUES } from "../server/issue-text.js";
import { requireProfileUrl } from "../server/profile-url.js";
import type { Operation } from "../service/index.js";

/** An operation that is called over MCP. */
export type ToolOperation = Operation & { readonly mcp: NonNullable<Operation["mcp"]> };

export type CallArguments = Pick<Inbound, "identifiers" | "payload" | "profile" | "idempotencyKey">;

/** @throws ProtocolError invalid_profile_url, invalid_request */
export function readArguments(
  operation: ToolOperation,
  sent: JsonObject,
  headers: RequestHeaders,
  { vocabulary, validators }: Pick<ServerCore, "vocabulary" | "validators">,
): CallArguments {
  const meta = objectAt(sent, "meta");
  const profile = profileOf(objectAt(meta, vocabulary.metaKey)["profile"], headers);
  requireValid(operation, sent, validators[operation.id]?.arguments);
  const { payload: name } = operation.mcp;
  const payload = name === undefined ? undefined : sent[name];
  // §4.5 says so of every payload, and a handler would take it for the identifier.
  if (isObject(payload) && Object.hasOwn(payload, "id"))
    throw invalid(`$.${name}.id is not allowed: the id is an argument of its own`);
  return {
    identifiers: Object.fromEntries(
      operation.identifiers.map((each) => [each, String(sent[each])]),
    ),
    payload,
    profile,
    idempotencyKey: keyOf(operation, meta, sent, headers),
  };
}

/**
 * Two well-formed URLs that differ are a request that contradicts itself, so `invalid_request`: neither
 * of them is malformed, and fetching another profile would not help.
 */
function profileOf(named: unknown, { agent }: RequestHeaders): string {
  const profile = requireProfileUrl(named);
  if (agent !== undefined && profileUrlOf(agent) !== profile)
    throw invalid("The agent header and `meta` name different profiles.");
  return profile;
}

/** In `meta` (§4.5), or an argument of its own; a header beside it must say the same (§5.4). */
function keyOf(
  { id, mcp }: ToolOperation,
  meta: JsonObject,
  sent: JsonObject,
  { idempotencyKey: header }: RequestHeaders,
): string | undefined {
  const key = meta["idempotency-key"] ?? sent["idempotency_key"] ?? sent["idempotency-key"];
  if (typeof key !== "string") {
    if (mcp.idempotencyKey) throw invalid(`${id} needs an idempotency key among its arguments`);
    return header;
  }
  if (header !== undefined && header !== key)
    throw invalid("The header Idempotency-Key and the arguments have different keys.");
  return key;
}

/**
 * Everything but the payload: what that may be depends on the platform, which the core knows. Taken out,
 * it costs no second check, and its issues, of which there may be any number, hide no others.
 */
function requireValid(
  { mcp }: ToolOperation,
  sent: JsonObject,
  validator: Validator<unknown> | undefined,
): void {
  const { payload } = mcp;
  const isSent = payload !== undefined && Object.hasOwn(sent, payload);
  const others = Object.entries(sent).filter(([name]) => !isSent || name !== payload);
  const absent = isSent ? joinPointer("", payload) : undefined;
  const issues = validator
    ?.check(Object.fromEntries(others), MAX_ISSUES)
    .filter(({ pointer }) => pointer !== absent);
  if (issues !== undefined && issues.length > 0) throw invalid(issueText(issues));
}

const NOTHING: JsonObject = Object.freeze({});

function objectAt(holder: JsonObject, name: string): JsonObject {
  const value: unknown = Object.hasOwn(holder, name) ? holder[name] : undefined;
  return isObject(value) ? value : NOTHING;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}
