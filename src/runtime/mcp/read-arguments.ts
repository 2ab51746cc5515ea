/** Reads the arguments of a tool call (§4.5) into the parts that REST has in path, headers and body. */

import { ProtocolError } from "../error/protocol-error.js";
import { isObject, own, type Members } from "../json/members.js";
import { joinPointer } from "../json/json-pointer.js";
import type { Json, JsonObject } from "../json/parse-json.js";
import type { RequestHeaders } from "../rest/read-headers.js";
import type { Validator } from "../schema/validator.js";
import type { ServerCore } from "../server/core.js";
import type { Inbound } from "../server/transport.js";
import type { ServerOptions } from "../server/definition.js";
import { issueText, MAX_ISSUES } from "../error/issue-text.js";
import type { Operation } from "../service/operation.js";
import { profileUrlOf, requireProfileUrl } from "../server/agent-header.js";

/** An operation with an MCP binding. */
export type ToolOperation = Operation & { readonly mcp: NonNullable<Operation["mcp"]> };

export type CallArguments = Pick<
  Inbound,
  "identifiers" | "payload" | "isChecked" | "profile" | "idempotencyKey"
>;

type Core = Pick<ServerCore, "vocabulary" | "validators"> & {
  readonly mayOmitPlatform?: boolean;
  readonly options?: Pick<ServerOptions, "development">;
};
type Arguments = Validator<unknown> | undefined;

/** @throws ProtocolError `invalid_profile_url`, `invalid_request` */
export function readArguments(
  operation: ToolOperation,
  sent: JsonObject,
  headers: RequestHeaders,
  { vocabulary, validators, options = {}, mayOmitPlatform: isOptional = false }: Core,
): CallArguments {
  const { id, identifiers, mcp, repeatedIdentifiers: repeated = [] } = operation;
  const { development = false } = options;
  const needsMeta = mcp.meta || Object.hasOwn(sent, META);
  const { metaKey } = vocabulary;
  const profile = readProfile(sent, headers, { metaKey, needsMeta, isOptional, development });
  const validator = validators[id]?.arguments;
  requireValid(operation, sent, validator);
  const payload = payloadOf(operation, sent);
  requireIdApart(operation, payload);
  const named = Object.fromEntries(
    identifiers.map((name) => [name, identifierIn(operation, { sent, payload }, name)]),
  );
  return {
    identifiers: named,
    payload: withIdentifiers(payload, named, repeated),
    // If the arguments were not validated, the core must validate the remaining payload.
    ...(mcp.payload === undefined && validator !== undefined ? { isChecked: true } : {}),
    profile,
    idempotencyKey: readKey(sent, headers, mcp.idempotencyKey),
  };
}

/**
 * The parameters that make two calls duplicates (§4.8): the arguments without the idempotency key, whose case may
 * differ. The JSON-RPC id is excluded, since it differs. A missing payload equals an empty one, as for every handler.
 */
export function parametersOf({ mcp }: ToolOperation, sent: JsonObject): Inbound["parameters"] {
  const { tool, payload, idempotencyKey } = mcp;
  const meta = without(sent[META], [IDEMPOTENCY_KEY]);
  const nothing = payload === undefined ? {} : { [payload]: {} };
  const value = { ...nothing, ...without(sent, [META, ...idempotencyKey.in]), [META]: meta };
  return { method: "tools/call", target: tool, value };
}

function without(holder: Json | undefined, names: readonly string[]): JsonObject {
  const members = Object.entries(isObject(holder) ? holder : {}) as [string, Json][];
  return Object.fromEntries(members.filter(([name]) => !names.includes(name)));
}

/**
 * §4.5: a payload must not have an `id` besides the tool's argument, even if its schema allows undeclared members: a
 * handler would take it for the identifier.
 */
function requireIdApart(
  { mcp, repeatedIdentifiers = [] }: ToolOperation,
  payload: Json | undefined,
): void {
  const { payloadIdentifiers = [], payload: argument } = mcp;
  if (argument === undefined || !isObject(payload) || !Object.hasOwn(payload, "id")) return;
  if (payloadIdentifiers.includes("id") || repeatedIdentifiers.includes("id")) return;
  throw invalid(`$.${argument}.id is not allowed: pass the id as its own argument`);
}

/**
 * Reads the identifier from the payload if the tool has no argument for it. Arguments have already been validated.
 */
function identifierIn(
  { mcp: { payload: argument, payloadIdentifiers = [] } }: ToolOperation,
  { sent, payload }: { readonly sent: JsonObject; readonly payload: Json | undefined },
  name: string,
): string {
  if (!payloadIdentifiers.includes(name)) return String(sent[name]);
  const value = isObject(payload) ? own(payload, name) : undefined;
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`$.${argument}.${name} is required: it names the resource`);
}

/** Adds identifiers to the payload if its schema requires them, although they are arguments over MCP. */
function withIdentifiers(
  payload: Json | undefined,
  identifiers: Readonly<Record<string, string>>,
  repeated: readonly string[],
): Json | undefined {
  if (repeated.length === 0 || !isObject(payload)) return payload;
  const missing = repeated.map((name) => [name, identifiers[name]] as const);
  return { ...Object.fromEntries(missing), ...payload } as Json;
}

/** A single argument, or, in releases without one, all arguments with no other meaning. */
function payloadOf({ mcp, identifiers }: ToolOperation, sent: JsonObject): Json | undefined {
  if (mcp.payload !== undefined) return sent[mcp.payload];
  const others = new Set<string>([META, ...mcp.idempotencyKey.in, ...identifiers]);
  const members = Object.entries(sent).filter(([name]) => !others.has(name));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/**
 * Validates everything but the payload, which the core validates because it depends on the platform. Leaving it out
 * avoids a second check, and its issues cannot hide others. `meta` is left out too if the tool's own schema lacks it.
 */
function requireValid({ mcp }: ToolOperation, sent: JsonObject, validator: Arguments): void {
  const { payload } = mcp;
  const apart = [...(payload === undefined ? [] : [payload]), ...(mcp.meta ? [] : [META])];
  const others = Object.entries(sent).filter(([name]) => !apart.includes(name));
  const absent =
    payload !== undefined && Object.hasOwn(sent, payload) ? joinPointer("", payload) : undefined;
  const issues = validator
    ?.check(Object.fromEntries(others), MAX_ISSUES)
    .filter(({ pointer }) => pointer !== absent);
  if (issues !== undefined && issues.length > 0)
    throw new ProtocolError("invalid_request", { content: issueText(issues), issues });
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}

const META = "meta";
const IDEMPOTENCY_KEY = "idempotency-key";

/** The rules by which a tool call names its platform. */
interface ProfileRules {
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
function readProfile(
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
function readKey(
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
