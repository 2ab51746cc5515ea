/** The tools of a plain business: JSON-RPC over HTTP with JSON answers, as MCP 2025-06-18 has it, without sessions. */

import type { PlainContext, PlainFailure, PlainRequest } from "./plain-business.js";
import { missingArgument, payloadProblem } from "./plain-rules.js";
import { OPERATIONS } from "./plain-rest.js";
import type { Body } from "./release-requests.js";

interface JsonRpc {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: Body };
}

const INITIALIZED = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "plain-business", version: "1" },
};

export function answerMcp({ body }: PlainRequest, context: PlainContext): PlainFailure {
  const { id, method, params } = body as JsonRpc;
  const say = (members: object): PlainFailure => ({
    status: 200,
    body: { jsonrpc: "2.0", id: id ?? null, ...members },
  });
  if (id === undefined) return { status: 202, body: undefined };
  if (method === "initialize") return say({ result: INITIALIZED });
  if (method === "tools/list") return say({ result: { tools: OPERATIONS.map(toolOf) } });
  if (method !== "tools/call")
    return say({ error: { code: -32601, message: `Method not found: ${method}` } });
  const { name = "", arguments: given = {} } = params ?? {};
  const problem = problemOf(context, name, given);
  if (problem !== undefined) {
    context.refused.push(`${name}: ${problem}`);
    return say({ error: { code: -32602, message: problem } });
  }
  const failure = context.failure();
  if (failure !== undefined) return failure.status === 200 ? say(failure.body as object) : failure;
  return say(called(context, name, given));
}

function called({ documents, shop, answers }: PlainContext, operation: string, given: Body) {
  const payload = given["checkout"] as Body | undefined;
  const body = shop.perform({ operation, id: given["id"] as string | undefined, payload });
  if (body === undefined) return { error: { code: -32000, message: "No such checkout" } };
  answers.push({ operation, status: 200, body, schema: documents.mcp(operation).answer });
  return { result: resultOf(operation, body) };
}

/** The document names the result `checkout`. Servers have it as a member, as the whole, or as text alone. */
function resultOf(operation: string, checkout: Body): object {
  const member = { checkout };
  if (operation === "get_checkout")
    return { content: textOf(checkout), structuredContent: checkout };
  if (operation === "cancel_checkout") return { content: textOf(member) };
  return { content: textOf(member), structuredContent: member };
}

function textOf(value: object): readonly object[] {
  return [{ type: "text", text: JSON.stringify(value) }];
}

function toolOf(name: string): object {
  return { name, inputSchema: { type: "object" } };
}

function problemOf(
  { documents }: PlainContext,
  operation: string,
  given: Body,
): string | undefined {
  if (!OPERATIONS.includes(operation)) return "no such tool";
  const missing = missingArgument(documents, operation, given);
  if (missing !== undefined) return `${missing} is missing`;
  if (!documents.mcp(operation).required.includes("checkout")) return undefined;
  const payload = given["checkout"] as Body;
  const problem = payloadProblem(documents, operation, payload);
  // The argument `id` names the checkout (§4.5): the payload need not repeat it.
  return problem === "id is missing"
    ? payloadProblem(documents, operation, { id: "", ...payload })
    : problem;
}
