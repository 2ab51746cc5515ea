/**
 * What is called, and is of no capability: a tokenizer's operations (§4.6), those of the embedded transport, and what
 * a service has beside its capabilities. In: a side. Out: its calls, in the form that those of capabilities have.
 */

import { alternativesOf } from "../../compose/service-schemas.js";
import { RESPONSE, type View } from "../../compose/view.js";
import type { SourceMethod, SourceRestOperation } from "../../load/services/service-document.js";
import type { Definition } from "../../model/node.js";
import { placedIn, type Call } from "./call.js";
import type { Seen } from "../side.js";

/** Of documents that no service has. */
export function callsOfOtherServices(seen: Seen): Call[] {
  return seen.side.otherServices.flatMap(({ document: { uri, path }, operations, methods }) => [
    ...operations.map((each) =>
      restCall(seen, each, { document: uri, service: path, kind: "other", request: REQUEST }),
    ),
    ...methods.map((each) =>
      toolCall(seen, each, { document: uri, service: path, kind: "other", request: RESPONSE }),
    ),
  ]);
}

/**
 * Of services, what carries no capability's payload.
 *
 * @param known the calls of all capabilities of the side
 */
export function callsWithoutCapability(seen: Seen, known: readonly Call[]): Call[] {
  return seen.side.sources.services.flatMap(({ name, rest, mcp }) => {
    const ids = new Set(known.filter(({ service }) => service === name).map(({ id }) => id));
    const calls = [
      ...(rest?.operations ?? []).map((each) => restCall(seen, each, placeOf(name, rest, each))),
      ...(mcp?.methods ?? []).map((each) => toolCall(seen, each, placeOf(name, mcp, each))),
    ].filter(({ id }) => !ids.has(id));
    return joinTransports(calls);
  });
}

/** Whose call it is, and as what its payloads are seen. */
interface Setting {
  readonly document: string;
  readonly service: string;
  readonly kind: Call["kind"];
  readonly request: View;
}

/** Requests of no known operation. */
const REQUEST: View = { direction: "request" };

function placeOf(
  service: string,
  source: { readonly document: { readonly uri: string } } | undefined,
  call: SourceRestOperation | SourceMethod,
): Setting {
  const isWebhook = "webhook" in call && call.webhook !== undefined;
  const request = call.verb === undefined ? REQUEST : { ...REQUEST, operation: call.verb };
  return {
    document: source?.document.uri ?? "",
    service,
    kind: isWebhook ? "webhook" : "operation",
    request: isWebhook ? RESPONSE : request,
  };
}

/** Operations of one name are one operation over two transports. */
function joinTransports(calls: readonly Call[]): Call[] {
  const joined = new Map<string, Call>();
  for (const call of calls) {
    const known = joined.get(`${call.kind} ${call.id}`);
    joined.set(`${call.kind} ${call.id}`, known === undefined ? call : joinedCall(known, call));
  }
  return [...joined.values()];
}

function joinedCall(rest: Call, mcp: Call): Call {
  return {
    ...rest,
    texts: { rest: rest.texts.rest, mcp: mcp.texts.mcp },
    tool: mcp.tool,
    resultKey: mcp.resultKey,
    inputs: [...rest.inputs, ...mcp.inputs],
    answers: [...rest.answers, ...mcp.answers],
    at: { rest: rest.at.rest, mcp: mcp.at.mcp },
  };
}

/** Schemas of one document, by its URI and their pointers. */
function definer(
  { schemas, lowering }: Seen,
  document: string,
): (pointer: string, view: View) => Definition {
  return (pointer, view) => lowering.definition(schemas.reference({ document, pointer }, view));
}

function restCall(
  seen: Seen,
  operation: SourceRestOperation,
  { document, service, kind, request }: Setting,
): Call {
  const { schemas, lowering, side } = seen;
  const define = definer(seen, document);
  const at = { document, pointer: operation.pointer };
  const bodiesAt = (pointer: string): Definition[] =>
    alternativesOf(side.sources, { document, pointer }).map((each) =>
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
    inputs: operation.parameters.map((each) => ({
      ...placedIn(at, each),
      schema: each.schema === undefined ? undefined : define(each.schema, request),
    })),
    body: operation.body && {
      required: operation.body.required,
      description: operation.body.description,
      schema: define(operation.body.schema, request),
      at: { document, pointer: operation.body.pointer },
    },
    answers: operation.responses.map(({ status, description, headers, schema, pointer }) => ({
      status,
      description,
      at: { document, pointer },
      headers: headers.map((each) => ({
        ...placedIn(at, each),
        schema: each.schema === undefined ? undefined : define(each.schema, RESPONSE),
      })),
      bodies: schema === undefined ? [] : bodiesAt(schema),
    })),
    at: { rest: at, mcp: undefined },
  };
}

function toolCall(
  seen: Seen,
  method: SourceMethod,
  { document, service, kind, request }: Setting,
): Call {
  const define = definer(seen, document);
  const at = { document, pointer: method.pointer };
  return {
    id: method.id,
    kind,
    service,
    capability: undefined,
    texts: { rest: undefined, mcp: method },
    method: undefined,
    route: undefined,
    tool: method.id,
    resultKey: method.result?.name,
    inputs: method.arguments.map((each) => ({
      ...placedIn(at, each),
      in: "argument" as const,
      schema: define(each.schema, request),
    })),
    body: undefined,
    answers:
      method.result === undefined
        ? []
        : [
            {
              status: "result",
              description: method.result.description,
              headers: [],
              bodies: [define(method.result.schema, RESPONSE)],
              at,
            },
          ],
    at: { rest: undefined, mcp: at },
  };
}
