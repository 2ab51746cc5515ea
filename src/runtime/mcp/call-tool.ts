/**
 * Passes tool calls to the server's core, and converts their results (§4.5, §7) to answers that can be stored, and
 * back. Errors are results: over HTTP they are sent with status 200, so the log gets their own. The arguments of a call are read into the
 * parts that REST has in path, headers and body.
 */

import { type JsonRpcError, toJsonRpcError } from "../error/error-body.js";
import { issueText, MAX_ISSUES, ProtocolError } from "../error/protocol-error.js";
import type { StoredAnswer } from "../idempotency/claims.js";
import { joinPointer } from "../json/json-pointer.js";
import { isObject, own, type Members } from "../json/members.js";
import type { JsonObject, Json } from "../json/parse-json.js";
import { encodeJson, jsonAnswer } from "../rest/answer.js";
import { type RequestHeaders, profileUrlOf, requireProfileUrl } from "../rest/read-headers.js";
import type { Validator } from "../schema/validator-interface.js";
import { answerCall } from "../server/answer-call.js";
import type { ServerCore } from "../server/create-server.js";
import type { ServerOptions } from "../server/definition.js";
import { describeFailure, failureOf, type LogFields } from "../server/log-fields.js";
import type { CallResult } from "../server/payloads.js";
import type { Inbound, Writer } from "../server/transport.js";
import type { Operation } from "../service/operation.js";
import type { ReleaseFacts } from "../service/release-values.js";

/** JSON-RPC 2.0 §5.1, "Invalid params". MCP requires it for unknown tools. */
const INVALID_PARAMS = -32602;

export type CalledTool = ToolAnswer & {
  readonly log: LogFields;
  /** JSON-RPC's code, if it is not that of the error. */
  readonly code?: number;
  /** The HTTP header fields of an error. */
  readonly errorHeaders?: Readonly<Record<string, string>> | undefined;
};

type ToolCaller = (
  tool: string,
  sent: JsonObject,
  headers: RequestHeaders,
  exchange: ToolExchange,
) => Promise<CalledTool>;

/** What is known of a request before its message is processed. */
type ToolExchange = Pick<Inbound, "message" | "count">;

export function createToolCaller(core: ServerCore, operations: readonly Operation[]): ToolCaller {
  const byTool = new Map(operations.filter(isTool).map((each) => [each.mcp.tool, each]));
  const writer = createToolWriter(core.facts);
  return async (tool, sent, headers, { message, count }) => {
    const operation = byTool.get(tool);
    if (operation === undefined) return unknownTool();
    try {
      const answered = await describeFailure({ operation: operation.id }, () => {
        const signedFields = signedFieldsOf(operation, core);
        const inbound = inboundOf(operation, sent, headers, core);
        const call = { ...inbound, message: { ...message, signedFields }, count };
        return answerCall(core.steps, call, writer);
      });
      const { log = {} } = answered;
      const answer = readAnswer(answered);
      return answer.kind === "error" ? refusal(answer, log) : { ...answer, log };
    } catch (thrown) {
      const { error, log } = failureOf(thrown);
      const answer = { status: error.status, error: toJsonRpcError(error, core.facts) };
      return { ...refusal(answer, log), errorHeaders: error.headers };
    }
  };
}

export function isTool(operation: Operation): operation is ToolOperation {
  return operation.mcp !== undefined;
}

function inboundOf(
  operation: ToolOperation,
  sent: JsonObject,
  headers: RequestHeaders,
  core: ServerCore,
): Omit<Inbound, "message" | "count"> {
  return {
    operation,
    ...readArguments(operation, sent, headers, core),
    requestId: headers.requestId,
    parameters: parametersOf(operation, sent),
  };
}

/** §5.4: the other fields that a signed call must cover follow from the request, whatever the transport. */
function signedFieldsOf({ mcp }: ToolOperation, { vocabulary }: ServerCore): readonly string[] {
  const agent = vocabulary.agentHeader.toLowerCase();
  return mcp.idempotencyKey.required ? [agent, "idempotency-key"] : [agent];
}

function unknownTool(): CalledTool {
  const error = new ProtocolError("not_found", { content: "The tool does not exist." });
  const answer = { status: error.status, error: toJsonRpcError(error) };
  return { ...refusal(answer, {}), code: INVALID_PARAMS };
}

function refusal(
  { status, error }: { readonly status: number; readonly error: JsonRpcError },
  log: LogFields,
): CalledTool {
  return { kind: "error", status, error, log: { ...log, status, code: error.data.code } };
}

/**
 * Converts the results of tool calls (§4.5, §7) to answers that can be stored, and back. The stored bytes are the
 * structured content, or the JSON-RPC error. The status distinguishes them in the store: an error's own, or 200.
 */
function createToolWriter(facts: ReleaseFacts): Writer {
  return {
    result: (operation, result) => jsonAnswer(200, structuredContent(operation, result, facts)),
    error: (error: ProtocolError) => jsonAnswer(error.status, toJsonRpcError(error, facts)),
    // The result contains the JSON twice: as a value, and as a text with escaped quotes.
    sizeOf: ({ body }) => body.length + encodeJson([textOf(body)]).length,
  };
}

type ToolAnswer =
  | { readonly kind: "result"; readonly result: ToolResult }
  | { readonly kind: "error"; readonly status: number; readonly error: JsonRpcError };

/** A type alias, because interfaces lack the index signature that the library requires. */
export type ToolResult = {
  readonly structuredContent: Record<string, unknown>;
  readonly content: { readonly type: "text"; readonly text: string }[];
};

/** A replay has the same text, and the same JSON beside it. */
function readAnswer({ status, body }: StoredAnswer): ToolAnswer {
  const text = textOf(body);
  const value: unknown = JSON.parse(text);
  if (status !== 200) return { kind: "error", status, error: value as JsonRpcError };
  const structuredContent = value as Record<string, unknown>;
  return { kind: "result", result: { structuredContent, content: [{ type: "text", text }] } };
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/** The resource is under its key (§4.5), or in some releases the content itself. An error envelope replaces it. */
function structuredContent(
  { mcp, verb }: Operation,
  { kind, body }: CallResult,
  { toolResult }: ReleaseFacts,
): object {
  if (kind === "outcome" || mcp === undefined) return body;
  const resource = verb === "complete" ? withPartialOrder(body) : body;
  return toolResult === "bare" ? resource : { [mcp.result]: resource };
}

/** §4.5: only the id and the page of a completed checkout's order are included. */
function withPartialOrder(checkout: object): object {
  const { order } = checkout as { readonly order?: unknown };
  if (typeof order !== "object" || order === null) return checkout;
  const part = Object.entries(order).filter(([name]) => name === "id" || name === "permalink_url");
  return { ...checkout, order: Object.fromEntries(part) };
}

/** An operation with an MCP binding. */
export type ToolOperation = Operation & { readonly mcp: NonNullable<Operation["mcp"]> };

type CallArguments = Pick<
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
function parametersOf({ mcp }: ToolOperation, sent: JsonObject): Inbound["parameters"] {
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
