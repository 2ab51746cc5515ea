/** Operations and webhooks in one form, whatever document and transport describes them. */

import { collectAlternatives } from "../../compose/service-schemas.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { SourceResult } from "../../load/services/service-document.js";
import type { Definition } from "../../model/node.js";
import type { Operation, RestBinding, Webhook } from "../../model/services/operation.js";
import type { SideContext } from "../side.js";

/** A header, another parameter, or an argument of a tool. */
export interface Input {
  readonly in: "header" | "path" | "query" | "cookie" | "argument";
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly schema: Definition | undefined;
  readonly at: SchemaAddress;
}

export interface CallResponse {
  /** A status, or `result`. */
  readonly status: string;
  readonly description: string | undefined;
  readonly headers: readonly Input[];
  /** The schemas of its body, one for each alternative; none where it has no body. */
  readonly bodies: readonly Definition[];
  readonly at: SchemaAddress;
}

export interface Body {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Definition;
  readonly at: SchemaAddress;
}

/** The address of a call in a document. */
export interface CallAddress extends SchemaAddress {
  /** URI of the service document that has the call, or refers to it. */
  readonly owner: string;
}

/** The metadata of a call in the document of one transport. */
export interface CallText {
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
}

export interface Call {
  readonly id: string;
  /** A business sends webhooks to platforms; of other calls the caller is unknown. */
  readonly kind: "operation" | "webhook" | "other";
  readonly service: string;
  readonly capability: string | undefined;
  /** By transport; undefined if it does not have the call. */
  readonly texts: { readonly rest: CallText | undefined; readonly mcp: CallText | undefined };
  /** `POST /checkout-sessions`, `webhook order_event`. */
  readonly route: string | undefined;
  /** `POST` for a webhook; the route of other calls includes the method. */
  readonly method: string | undefined;
  /** The name of its tool, and of the member that holds the result. */
  readonly tool: string | undefined;
  readonly resultKey: string | undefined;
  readonly inputs: readonly Input[];
  readonly body: Body | undefined;
  readonly responses: readonly CallResponse[];
  /** By transport. */
  readonly at: { readonly rest: CallAddress | undefined; readonly mcp: CallAddress | undefined };
}

/** The transports that a call may have, as messages name them. */
export const TRANSPORTS = [
  { key: "rest", name: "REST" },
  { key: "mcp", name: "MCP" },
] as const;

export interface CallPair {
  readonly before: Call | undefined;
  readonly after: Call | undefined;
}

/** Calls of a side's capabilities, in the order of their documents. */
export function collectCalls(context: SideContext): Call[] {
  const { side, composed } = context;
  return (composed?.services ?? []).flatMap((service) => {
    const source = side.sources.services.find(({ name }) => name === service.name);
    return [
      ...service.operations.map((operation) => operationCall(operation, context, source)),
      ...service.webhooks.map((webhook) => webhookCall(webhook, source)),
    ];
  });
}

type ServiceSource = SideContext["side"]["sources"]["services"][number] | undefined;

function operationCall(operation: Operation, context: SideContext, source: ServiceSource): Call {
  const { id, service, capability, rest, mcp } = operation;
  // Compared by identity: several documents may have the same id.
  const method = source?.mcp?.methods.find((each) => each === mcp?.text);
  const at = {
    rest: callAddress(source?.rest?.operations.find((each) => each === rest?.text)),
    mcp: callAddress(method),
  };
  return {
    id,
    kind: "operation",
    service,
    capability,
    texts: { rest: rest?.text, mcp: mcp?.text },
    method: undefined,
    route: rest && `${rest.method.toUpperCase()} ${rest.path}`,
    tool: mcp?.tool,
    resultKey: mcp?.resultKey,
    inputs: [
      ...(rest?.parameters ?? []).map(withAddress),
      ...(mcp?.arguments ?? []).map((each) => ({
        ...withAddress(each),
        in: "argument" as const,
      })),
    ],
    body: rest?.body && withAddress(rest.body),
    responses: [
      ...(rest?.responses ?? []).map(callResponse),
      ...(at.mcp === undefined
        ? []
        : [
            {
              status: "result",
              description: mcp?.resultDescription,
              headers: [],
              bodies: collectResults(operation, context, method?.result),
              at: at.mcp,
            },
          ]),
    ],
    at,
  };
}

/** The results of a tool: those of its document, and the outcome that any operation may have (§7). */
function collectResults(
  { views, outcome }: Operation,
  { side, composed, lowering }: SideContext,
  result: SourceResult | undefined,
): Definition[] {
  if (result === undefined || composed === undefined) return [];
  const place = { document: result.document, pointer: result.schema };
  const stated = collectAlternatives(side.sources, place).map((each) =>
    lowering.definition(composed.composition.composeServiceSchema(each, views.response).uri),
  );
  return [...new Set(stated.length > 1 ? stated : [...stated, outcome])];
}

function webhookCall(webhook: Webhook, source: ServiceSource): Call {
  const { id, name, service, capability, rest } = webhook;
  const at = callAddress(source?.rest?.operations.find((each) => each === rest.text));
  return {
    id,
    kind: "webhook",
    service,
    capability,
    texts: { rest: rest.text, mcp: undefined },
    method: rest.method.toUpperCase(),
    route: `webhook ${name}`,
    tool: undefined,
    resultKey: undefined,
    inputs: rest.parameters.map(withAddress),
    body: rest.body && withAddress(rest.body),
    responses: rest.responses.map(callResponse),
    at: { rest: at, mcp: undefined },
  };
}

/** A part of a call, with its address in the documents of the call. */
export function withAddress<Part extends SchemaAddress>(
  part: Part,
): Part & { readonly at: SchemaAddress } {
  return { ...part, at: { document: part.document, pointer: part.pointer } };
}

function callResponse(response: RestBinding["responses"][number]): CallResponse {
  const { status, description, headers, alternatives, document, pointer } = response;
  return {
    status,
    description,
    headers: headers.map(withAddress),
    bodies: alternatives,
    at: { document, pointer },
  };
}

export function callAddress(call: CallAddress | undefined): CallAddress | undefined {
  return call && { document: call.document, pointer: call.pointer, owner: call.owner };
}

/** In the REST document, if the call is there. */
export function primaryAddress(call: Call | undefined): SchemaAddress | undefined {
  return call?.at.rest ?? call?.at.mcp;
}

/** `create_checkout (POST /checkout-sessions)`. */
export function routeText({ id, route }: Call): string {
  return route === undefined ? id : `${id} (${route})`;
}

/** The definitions of everything that a call carries. */
export function collectDefinitions(call: Call | undefined): Definition[] {
  if (call === undefined) return [];
  const { inputs, body, responses } = call;
  const headers = responses.flatMap(({ headers }) => headers);
  return [
    ...[...inputs, ...headers, ...(body === undefined ? [] : [body])].flatMap(
      ({ schema }) => schema ?? [],
    ),
    ...responses.flatMap(({ bodies }) => bodies),
  ];
}
