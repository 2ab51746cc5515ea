/**
 * Calls that belong to no capability, in the same form: a tokenizer's operations (§4.6), those of the embedded transport,
 * and what a service has beside its capabilities.
 */

import { collectAlternatives } from "../../compose/service-schemas.js";
import { RESPONSE, type View } from "../../compose/view.js";
import type {
  SourceMethod,
  SourceParameter,
  SourceResponse,
  SourceRestOperation,
} from "../../load/services/service-document.js";
import type { Definition } from "../../model/node.js";
import { callAddress, withAddress, type Call, type CallAddress, type Input } from "./call.js";
import type { SideContext } from "../side.js";

/** The calls of documents that belong to no service. */
export function collectOtherServiceCalls(context: SideContext): Call[] {
  return context.side.otherServices.flatMap(({ document: { path }, operations, methods }) => [
    ...operations.map((each) =>
      restCall(context, each, { service: path, kind: "other", request: REQUEST }),
    ),
    ...methods.map((each) =>
      toolCall(context, each, { service: path, kind: "other", request: RESPONSE }),
    ),
  ]);
}

/**
 * The calls of services that carry no capability's payload.
 *
 * @param known the calls of all capabilities of the side
 */
export function collectUnownedCalls(context: SideContext, known: readonly Call[]): Call[] {
  const places = new Set(known.flatMap(({ at }) => [at.rest, at.mcp]).map(placeText));
  const isLeft = (call: SourceRestOperation | SourceMethod): boolean =>
    !places.has(placeText(call));
  return context.side.sources.services.flatMap(({ name, rest, mcp }) =>
    pairTransports(
      (rest?.operations ?? [])
        .filter(isLeft)
        .map((each) => restCall(context, each, callContext(name, each))),
      (mcp?.methods ?? [])
        .filter(isLeft)
        .map((each) => toolCall(context, each, callContext(name, each))),
    ),
  );
}

/** One document may be referred to by several. */
function placeText(at: CallAddress | undefined): string {
  return JSON.stringify([at?.owner, at?.document, at?.pointer]);
}

/** The service of a call, and the view of its requests. */
interface CallContext {
  readonly service: string;
  readonly kind: Call["kind"];
  readonly request: View;
}

/** Requests of no known operation. */
const REQUEST: View = { direction: "request" };

function callContext(service: string, call: SourceRestOperation | SourceMethod): CallContext {
  const isWebhook = "webhook" in call && call.webhook !== undefined;
  const request = call.verb === undefined ? REQUEST : { ...REQUEST, operation: call.verb };
  return {
    service,
    kind: isWebhook ? "webhook" : "operation",
    request: isWebhook ? RESPONSE : request,
  };
}

/** Operations of one name are one operation over two transports; where a name stands twice, the first of each are. */
function pairTransports(calls: readonly Call[], tools: readonly Call[]): Call[] {
  const left = [...tools];
  const joined = calls.map((call) => {
    const index = left.findIndex(({ id, kind }) => id === call.id && kind === call.kind);
    const [tool] = index < 0 ? [] : left.splice(index, 1);
    return tool === undefined ? call : mergeTransports(call, tool);
  });
  return [...joined, ...left];
}

/** One call over two transports. */
export function mergeTransports(rest: Call, mcp: Call): Call {
  return {
    ...rest,
    texts: { rest: rest.texts.rest, mcp: mcp.texts.mcp },
    tool: mcp.tool,
    resultKey: mcp.resultKey,
    inputs: [...rest.inputs, ...mcp.inputs],
    responses: [...rest.responses, ...mcp.responses],
    at: { rest: rest.at.rest, mcp: mcp.at.mcp },
  };
}

/** Defines the schemas of parts of a call. */
function createDefiner({
  schemas,
  lowering,
}: SideContext): (part: SchemaPart, view: View) => Definition {
  return ({ document, schema }, view) =>
    lowering.definition(schemas.reference({ document, pointer: schema }, view));
}

interface SchemaPart {
  readonly document: string;
  readonly schema: string;
}

function restCall(
  context: SideContext,
  operation: SourceRestOperation,
  { service, kind, request }: CallContext,
): Call {
  const { schemas, lowering, side } = context;
  const define = createDefiner(context);
  const inputOf = (part: SourceParameter, view: View): Input => ({
    ...withAddress(part),
    schema: part.schema === undefined ? undefined : define({ ...part, schema: part.schema }, view),
  });
  const bodiesOf = ({ document, schema }: SourceResponse): Definition[] =>
    schema === undefined
      ? []
      : collectAlternatives(side.sources, { document, pointer: schema }).map((each) =>
          lowering.definition(schemas.reference(each, RESPONSE)),
        );
  return {
    id: operation.id,
    kind,
    service,
    capability: undefined,
    texts: { rest: operation, mcp: undefined },
    method: operation.path === undefined ? operation.method.toUpperCase() : undefined,
    route:
      operation.path === undefined
        ? `webhook ${operation.webhook ?? ""}`
        : `${operation.method.toUpperCase()} ${operation.path}`,
    tool: undefined,
    resultKey: undefined,
    inputs: operation.parameters.map((each) => inputOf(each, request)),
    body: operation.body && {
      ...withAddress(operation.body),
      schema: define(operation.body, request),
    },
    responses: operation.responses.map((response) => ({
      status: response.status,
      description: response.description,
      at: { document: response.document, pointer: response.pointer },
      headers: response.headers.map((each) => inputOf(each, RESPONSE)),
      bodies: bodiesOf(response),
    })),
    at: { rest: callAddress(operation), mcp: undefined },
  };
}

function toolCall(
  context: SideContext,
  method: SourceMethod,
  { service, kind, request }: CallContext,
): Call {
  const define = createDefiner(context);
  const { id, result } = method;
  const at = { document: method.document, pointer: method.pointer };
  return {
    id,
    kind,
    service,
    capability: undefined,
    texts: { rest: undefined, mcp: method },
    method: undefined,
    route: undefined,
    tool: id,
    resultKey: result?.name,
    inputs: method.arguments.map((each) => ({
      ...withAddress(each),
      in: "argument" as const,
      schema: define(each, request),
    })),
    body: undefined,
    responses:
      result === undefined
        ? []
        : [
            {
              status: "result",
              description: result.description,
              headers: [],
              bodies: [define(result, RESPONSE)],
              at,
            },
          ],
    at: { rest: undefined, mcp: callAddress(method) },
  };
}
