/**
 * Makes calls over MCP (§4.5): a `tools/call` with the key and the platform's profile in `meta`, answered with
 * structured content or a JSON-RPC error.
 */

import type { CallToolResult } from "@modelcontextprotocol/client";
import type { ProtocolError } from "../../error/protocol-error.js";
import type { Operation } from "../../service/operation.js";
import { isObject, own, defined } from "../../json/members.js";
import type { ClientError } from "../client-error.js";
import { invalidAnswer, parseStrictly, receivedOf, errorOf } from "../read-answer.js";
import type { ClientTransport, Outbound, Received, TransportContext } from "../definition.js";
import { wordsOfFailure } from "./thrown.js";
import { createSession } from "./session.js";

type McpCall = NonNullable<Operation["mcp"]>;

export const mcp: ClientTransport<"mcp"> = {
  name: "mcp",
  takesPayload: ({ mcp: binding }) =>
    binding?.payload !== undefined || binding?.members !== undefined,
  sendsRequest: ({ mcp: binding }) => binding?.payload !== undefined,
  carriesKey: (operation) => (operation.mcp?.idempotencyKey.in.length ?? 0) > 0,
  // §4.5 requires a UUID.
  createKey: () => crypto.randomUUID(),
  connect(context) {
    const session = createSession(context);
    return {
      prepare(call) {
        const binding = call.operation.mcp as McpCall;
        const toolCall = {
          name: binding.tool,
          arguments: argumentsOf(context, binding, call),
        };
        const headers = {
          "Request-Id": call.requestId,
          // For signed MCP calls, whose signature covers this header (§5.4).
          ...defined({ "Idempotency-Key": call.idempotencyKey }),
        };
        return async (signal) =>
          received(context, call, await session.call(toolCall, headers, signal));
      },
      close: () => session.close(),
    };
  },
};

function argumentsOf(
  { vocabulary, profile }: TransportContext,
  { payload: name, members = [], payloadIdentifiers = [], meta, idempotencyKey }: McpCall,
  { identifiers, payload, idempotencyKey: key }: Outbound,
): Record<string, unknown> {
  const { in: places } = idempotencyKey;
  const named = (isInPayload: boolean): Record<string, string> =>
    Object.fromEntries(
      Object.entries(identifiers).filter(
        ([each]) => payloadIdentifiers.includes(each) === isInPayload,
      ),
    );
  const inMeta = key !== undefined && places.includes("meta");
  const own = key === undefined ? [] : places.filter((place) => place !== "meta");
  return {
    ...(meta
      ? {
          meta: {
            [vocabulary.metaKey]: { profile },
            ...(inMeta ? { "idempotency-key": key } : {}),
          },
        }
      : {}),
    ...Object.fromEntries(own.map((place) => [place, key])),
    ...named(false),
    ...(name === undefined
      ? membersOf(payload, members)
      : { [name]: { ...payloadWithout(payload, Object.keys(identifiers)), ...named(true) } }),
  };
}

/** §4.5: identifiers are arguments of their own, even if the payload's schema requires them. */
function payloadWithout(payload: object | undefined, names: readonly string[]): object {
  const members = Object.entries(payload ?? {});
  return Object.fromEntries(members.filter(([name]) => !names.includes(name)));
}

function membersOf(
  payload: object | undefined,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(payload ?? {}).filter(([name]) => names.includes(name)));
}

/** The resource is a member of the content; in some releases, and for error envelopes, it is the content itself. */
function received(
  { vocabulary }: TransportContext,
  { operation }: Outbound,
  result: CallToolResult,
): Received {
  const content = contentOf(result);
  if (!isObject(content)) throw withoutContent(result, content);
  const resource = own(content, (operation.mcp as McpCall).result);
  // Content with an envelope is itself the resource or error envelope, whatever its members are called.
  const isHolder = own(content, vocabulary.name) === undefined;
  if (resource !== undefined && isHolder && result.isError !== true) {
    if (isObject(resource)) return { kind: "resource", body: resource };
    throw invalidAnswer("The resource in the tool's result is not an object.", { answer: content });
  }
  // The error of a server that has no other way to report it.
  if (result.isError === true && typeof own(content, "code") === "string")
    throw failureOf(content, content);
  return receivedOf(operation, vocabulary.name, content);
}

/**
 * §4.5: the text is the same JSON, and is used if there is no structured content. A failed tool may give plain text
 * instead.
 */
function contentOf(result: CallToolResult): unknown {
  const { structuredContent, isError } = result;
  const text = textOf(result);
  if (structuredContent !== undefined || text === undefined) return structuredContent;
  try {
    return parseStrictly(new TextEncoder().encode(text));
  } catch (cause) {
    if (isError === true) return undefined;
    throw invalidAnswer("The text of the tool's result is not JSON.", { cause, answer: result });
  }
}

function textOf({ content: [first] }: CallToolResult): string | undefined {
  return first?.type === "text" ? first.text : undefined;
}

/** Plain text has no protocol code, and does not say whether the tool had an effect. */
function withoutContent(result: CallToolResult, content: unknown): ClientError {
  const words = result.isError === true ? wordsOfFailure(textOf(result)).content : undefined;
  return invalidAnswer(words ?? "The result of the tool has no structured content.", {
    answer: content ?? result,
  });
}

function failureOf(content: unknown, answer: unknown): ProtocolError {
  return errorOf(undefined, wordsOfFailure(content), { answer });
}
