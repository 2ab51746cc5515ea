/**
 * What is called: operations, webhooks, and methods that no capability has. In: a side. Out: its calls, whatever
 * document and transport says them, in one form.
 */

import { alternativesOf } from "../compose/service-schemas.js";
import type { Address } from "../compose/instance.js";
import { RESPONSE, type View } from "../compose/view.js";
import type { SourceMethod, SourceRestOperation } from "../load/services/service-document.js";
import type { Definition } from "../model/node.js";
import type {
  Argument,
  Operation,
  Parameter,
  RestBinding,
  Webhook,
} from "../model/services/operation.js";
import type { Seen } from "./side.js";

/** A header, another parameter, or an argument of a tool. */
export interface Input {
  readonly in: "header" | "path" | "query" | "cookie" | "argument";
  readonly name: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly schema: Definition | undefined;
  /** Where it stands in its document. */
  readonly at: Address | undefined;
}

export interface Answer {
  /** A status, or `result`. */
  readonly status: string;
  readonly headers: readonly Input[];
  /** What its body may be; none where it has no body. */
  readonly bodies: readonly Definition[];
}

export interface Call {
  readonly id: string;
  /** A webhook goes from the business to the platform; of others nobody knows who calls. */
  readonly kind: "operation" | "webhook" | "other";
  readonly service: string;
  readonly capability: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** `POST /checkout-sessions`, `webhook order_event`. */
  readonly route: string | undefined;
  /** The name of its tool, and of the member that holds what it gives. */
  readonly tool: string | undefined;
  readonly resultKey: string | undefined;
  readonly inputs: readonly Input[];
  readonly body: { readonly required: boolean; readonly schema: Definition } | undefined;
  readonly answers: readonly Answer[];
  /** Where each transport says it. */
  readonly at: { readonly rest: Address | undefined; readonly mcp: Address | undefined };
}

export interface CallPair {
  readonly before: Call | undefined;
  readonly after: Call | undefined;
}

/** All calls of a side, in the order of their documents. */
export function callsOf(seen: Seen): Call[] {
  const { sources, otherServices } = seen.side;
  const services = seen.composed?.services ?? [];
  const ofServices = services.flatMap((service) => {
    const source = sources.services.find(({ name }) => name === service.name);
    return [
      ...service.operations.map((operation) => operationCall(operation, source)),
      ...service.webhooks.map((webhook) => webhookCall(webhook, source)),
    ];
  });
  const ofOthers = otherServices.flatMap(({ document, operations, methods }) => [
    ...operations.map((each) => otherOperation(seen, document.uri, document.path, each)),
    ...methods.map((each) => otherMethod(seen, document.uri, document.path, each)),
  ]);
  return [...ofServices, ...ofOthers];
}

type Source = Seen["side"]["sources"]["services"][number] | undefined;

function operationCall(operation: Operation, source: Source): Call {
  const { id, service, capability, rest, mcp, response, outcome } = operation;
  const results = [response, outcome].filter((each) => each !== undefined);
  return {
    id,
    kind: "operation",
    service,
    capability,
    summary: operation.summary,
    description: operation.description,
    deprecated: operation.deprecated,
    route: rest && `${rest.method.toUpperCase()} ${rest.path}`,
    tool: mcp?.tool,
    resultKey: mcp?.resultKey,
    inputs: [
      ...(rest?.parameters ?? []).map((each) => parameterOf(each, source, id)),
      ...(mcp?.arguments ?? []).map((each) => argumentOf(each, source, id)),
    ],
    body: rest?.body,
    answers: [
      ...(rest?.responses ?? []).map(answerOf),
      ...(mcp === undefined ? [] : [{ status: "result", headers: [], bodies: results }]),
    ],
    at: { rest: restAddress(source, id), mcp: mcpAddress(source, id) },
  };
}

function webhookCall(webhook: Webhook, source: Source): Call {
  const { id, name, service, capability, summary, description, rest } = webhook;
  return {
    id,
    kind: "webhook",
    service,
    capability,
    summary,
    description,
    deprecated: rest.text.deprecated,
    route: `webhook ${name}`,
    tool: undefined,
    resultKey: undefined,
    inputs: rest.parameters.map((each) => parameterOf(each, source, id)),
    body: rest.body,
    answers: rest.responses.map(answerOf),
    at: { rest: restAddress(source, id), mcp: undefined },
  };
}

function answerOf({ status, headers, alternatives }: RestBinding["responses"][number]): Answer {
  const inputs = headers.map((header) => ({ ...header, at: undefined }));
  return { status, headers: inputs, bodies: alternatives };
}

function parameterOf(parameter: Parameter, source: Source, id: string): Input {
  const found = source?.rest?.operations
    .find((each) => each.id === id)
    ?.parameters.find((each) => each.name === parameter.name && each.in === parameter.in);
  return { ...parameter, at: aboveSchema(source?.rest?.document.uri, found?.schema) };
}

function argumentOf(argument: Argument, source: Source, id: string): Input {
  const found = source?.mcp?.methods
    .find((each) => each.id === id)
    ?.arguments.find((each) => each.name === argument.name);
  const at = aboveSchema(source?.mcp?.document.uri, found?.schema);
  return { ...argument, in: "argument", at };
}

/** A parameter stands where its schema does, one level up. */
function aboveSchema(
  document: string | undefined,
  pointer: string | undefined,
): Address | undefined {
  return document === undefined || pointer?.endsWith("/schema") !== true
    ? undefined
    : { document, pointer: pointer.slice(0, -"/schema".length) };
}

function restAddress(source: Source, id: string): Address | undefined {
  const found = source?.rest?.operations.find((each) => each.id === id);
  return found && { document: source?.rest?.document.uri ?? "", pointer: found.pointer };
}

function mcpAddress(source: Source, id: string): Address | undefined {
  const found = source?.mcp?.methods.find((each) => each.id === id);
  return found && { document: source?.mcp?.document.uri ?? "", pointer: found.pointer };
}

/** Requests of no known operation. */
const REQUEST: View = { direction: "request" };

function otherOperation(
  { schemas, lowering, side }: Seen,
  document: string,
  path: string,
  operation: SourceRestOperation,
): Call {
  const define = (pointer: string, view: View): Definition =>
    lowering.definition(schemas.reference({ document, pointer }, view));
  const bodiesAt = (pointer: string): Definition[] =>
    alternativesOf(side.sources, { document, pointer }).map((each) =>
      lowering.definition(schemas.reference(each, RESPONSE)),
    );
  return {
    id: operation.id,
    kind: "other",
    service: path,
    capability: undefined,
    summary: operation.summary,
    description: operation.description,
    deprecated: operation.deprecated,
    route:
      operation.path === undefined
        ? `webhook ${operation.webhook ?? ""}`
        : `${operation.method.toUpperCase()} ${operation.path}`,
    tool: undefined,
    resultKey: undefined,
    inputs: operation.parameters.map((each) => ({
      ...each,
      schema: each.schema === undefined ? undefined : define(each.schema, REQUEST),
      at: aboveSchema(document, each.schema),
    })),
    body: operation.body && {
      required: operation.body.required,
      schema: define(operation.body.schema, REQUEST),
    },
    answers: operation.responses.map(({ status, headers, schema }) => ({
      status,
      headers: headers.map((each) => ({
        ...each,
        schema: each.schema === undefined ? undefined : define(each.schema, RESPONSE),
        at: aboveSchema(document, each.schema),
      })),
      bodies: schema === undefined ? [] : bodiesAt(schema),
    })),
    at: { rest: { document, pointer: operation.pointer }, mcp: undefined },
  };
}

function otherMethod(
  { schemas, lowering }: Seen,
  document: string,
  path: string,
  method: SourceMethod,
): Call {
  const define = (pointer: string): Definition =>
    lowering.definition(schemas.reference({ document, pointer }, RESPONSE));
  return {
    id: method.id,
    kind: "other",
    service: path,
    capability: undefined,
    summary: method.summary,
    description: method.description,
    deprecated: method.deprecated,
    route: undefined,
    tool: method.id,
    resultKey: method.result?.name,
    inputs: method.arguments.map((each) => ({
      ...each,
      in: "argument" as const,
      schema: define(each.schema),
      at: aboveSchema(document, each.schema),
    })),
    body: undefined,
    answers:
      method.result === undefined
        ? []
        : [{ status: "result", headers: [], bodies: [define(method.result.schema)] }],
    at: { rest: undefined, mcp: { document, pointer: method.pointer } },
  };
}

/** Where a call stands: in the REST document, if it is there. */
export function addressOf(call: Call | undefined): Address | undefined {
  return call?.at.rest ?? call?.at.mcp;
}

/** `create_checkout (POST /checkout-sessions)`. */
export function routeText({ id, route }: Call): string {
  return route === undefined ? id : `${id} (${route})`;
}

/** Everything that a call carries. */
export function definitionsOf(call: Call | undefined): Definition[] {
  if (call === undefined) return [];
  const { inputs, body, answers } = call;
  const headers = answers.flatMap((answer) => answer.headers);
  return [
    ...[...inputs, ...headers, ...(body === undefined ? [] : [body])].flatMap(
      ({ schema }) => schema ?? [],
    ),
    ...answers.flatMap(({ bodies }) => bodies),
  ];
}
