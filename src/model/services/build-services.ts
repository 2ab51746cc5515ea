/** Collects the operations, webhooks and embedded messages of the profile's services that the active set has. */

import type { Composition, ComposedShape } from "../../compose/compose.js";
import type { ShapeInView } from "../../compose/compose-context.js";
import { RESPONSE, type View } from "../../compose/view.js";
import { failure } from "../../errors.js";
import { locateSource } from "../../load/document.js";
import {
  documentOf,
  type RestDocument,
  type SourceMethod,
  type SourceRestOperation,
  type SourceService,
} from "../../load/services/service-document.js";
import type { Verb } from "@proto-gen/runtime/codegen/generator";
import { KNOWN_VERBS } from "../../load/services/verb.js";
import { didYouMean } from "../../text/nearest.js";
import { pascalCase, splitWords } from "../../text/words.js";
import { serviceModule } from "../module-path.js";
import type { Lowering } from "../lower.js";
import type { Definition } from "../node.js";
import { bindEmbedded } from "./bind-embedded.js";
import { bindMcp } from "./bind-mcp.js";
import { bindRest } from "./bind-rest.js";
import {
  identifiersOf,
  type OmittedOperation,
  type Operation,
  type OperationViews,
  type ServiceModel,
  type Webhook,
} from "./operation.js";
import {
  collectRequestSchemas,
  collectResponseSchemas,
  explainOmission,
  findCapability,
  isSameAddress,
  resolvePayload,
  schemaAddresses,
  type PayloadSchema,
  type ServiceContext,
  type SourceOperation,
} from "./payload-schemas.js";
import { ServiceDefinitions, type TypePlacement } from "./service-definitions.js";
import { identifier } from "../../text/identifier.js";

export interface BuiltServices {
  readonly services: readonly ServiceModel[];
  readonly placements: ReadonlyMap<Definition, TypePlacement>;
  /** The definitions that the services refer to and that must have a named type. */
  readonly entryDefinitions: readonly Definition[];
  /** The payloads of operations that include a root beside rules of their own. */
  readonly includingPayloads: readonly IncludingPayload[];
}

/** A payload that includes a root: as the root does, it depends on the extensions that a platform has. */
export interface IncludingPayload {
  /** `complete_checkout_request`. */
  readonly key: string;
  readonly shapeInView: ShapeInView;
  /** The operation's view, by which generated code finds the payload. */
  readonly view: View;
  /** With everything active. */
  readonly definition: Definition;
}

export function buildServices(composition: Composition, lowering: Lowering): BuiltServices {
  const definitions = new ServiceDefinitions(composition, lowering);
  const services = composition.sources.services.map((service) =>
    buildService({ composition, definitions, service }),
  );
  const { placements, entryDefinitions } = definitions;
  const includingPayloads = services.flatMap(({ operations }) =>
    operations.flatMap((operation) => collectIncludingPayloads(operation, definitions)),
  );
  return { services, placements, entryDefinitions, includingPayloads };
}

function collectIncludingPayloads(
  { id, views, ...operation }: Operation,
  definitions: ServiceDefinitions,
): IncludingPayload[] {
  return (["request", "response"] as const).flatMap((direction) => {
    const definition = operation[direction];
    const shapeInView = definition && definitions.includingShape(definition);
    return definition === undefined || shapeInView === undefined
      ? []
      : [{ key: `${id}_${direction}`, shapeInView, view: views[direction], definition }];
  });
}

function buildService(context: ServiceContext): ServiceModel {
  const { service } = context;
  const operations: Operation[] = [];
  const webhooks: Webhook[] = [];
  const omittedOperations: OmittedOperation[] = [];
  for (const operation of pairOperations(service)) {
    const built = buildOperation(context, operation);
    if ("reason" in built) omittedOperations.push(built);
    else operations.push(built);
  }
  for (const source of service.rest?.operations ?? []) {
    if (source.webhook === undefined) continue;
    const built = buildWebhook(context, source, source.webhook);
    if ("reason" in built) omittedOperations.push(built);
    else webhooks.push(built);
  }
  return Object.freeze({
    name: service.name,
    version: service.version,
    module: serviceModule(service.name),
    rest: transportOf(service.rest),
    mcp: transportOf(service.mcp),
    operations,
    webhooks,
    embedded: (service.embedded?.methods ?? []).map((method) => bindEmbedded(context, method)),
    omittedOperations,
  });
}

function transportOf(source: SourceService["rest"] | SourceService["mcp"]): ServiceModel["rest"] {
  return source && { endpoint: source.endpoint, document: source.root };
}

/** Pairs the operations of both transports: those of one name are one operation. */
function pairOperations({ rest, mcp }: SourceService): SourceOperation[] {
  const calls = (rest?.operations ?? []).filter(({ path }) => path !== undefined);
  const methods = mcp?.methods ?? [];
  const ids = new Set([...calls, ...methods].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const own = {
      rest: calls.filter((each) => each.id === id),
      mcp: methods.filter((each) => each.id === id),
    };
    // In a release, several documents of one transport may have the same name. A profile with such documents is refused.
    const count = Math.max(own.rest.length, own.mcp.length);
    return Array.from({ length: count }, (_, index) => ({
      id,
      rest: own.rest[index],
      mcp: own.mcp[index],
    }));
  });
}

function buildOperation(
  context: ServiceContext,
  operation: SourceOperation,
): Operation | OmittedOperation {
  const { composition, service } = context;
  const { id } = operation;
  const responses = collectResponseSchemas(context, operation);
  const payloads = [...responses, ...collectRequestSchemas(context, operation)];
  const capability = findCapability(composition, payloads);
  if (capability === undefined)
    return { id, service: service.name, reason: explainOmission(composition, payloads) };
  const verb = resolveVerb(context, operation);
  const resource = responses.find(({ shape }) => shape !== undefined) ?? responses[0];
  const shape = payloads.find((each) => each.shape !== undefined)?.shape;
  const views = viewsOf(verb, shape);
  const answers = defineAnswers(context, id, { responses, resource, views });
  const text = operation.rest ?? (operation.mcp as SourceMethod);
  const rest =
    operation.rest && bindRest(context, operation.rest, { views, resource: answers.response });
  const identifiers = identifiersOf({ rest, mcp: operation.mcp });
  const mcp = operation.mcp && bindMcp(context, operation.mcp, { views, ...answers, identifiers });
  return Object.freeze({
    id,
    service: service.name,
    verb,
    capability,
    summary: text.summary,
    description: text.description ?? operation.mcp?.description,
    deprecated: [operation.rest, operation.mcp].every((each) => each?.deprecated !== false),
    tags: text.tags,
    views,
    request: rest?.body?.schema ?? payloadOf(mcp),
    response: answers.response,
    outcome: answers.outcome,
    rest,
    mcp,
  });
}

interface Answers {
  readonly responses: readonly PayloadSchema[];
  readonly resource: PayloadSchema | undefined;
  readonly views: OperationViews;
}

/** The resource, and the first other response: the error envelope. */
function defineAnswers(
  { definitions }: ServiceContext,
  id: string,
  { responses, resource, views }: Answers,
): Pick<Operation, "response" | "outcome"> {
  const name = pascalCase(id);
  const response =
    resource && definitions.define(resource, views.response, [identifier(`${name}Response`)]);
  const other = responses.find((each) => resource !== undefined && !isSameAddress(each, resource));
  const outcome =
    other === undefined
      ? definitions.defaultOutcome()
      : definitions.define(other, views.response, [identifier(`${name}Outcome`)]);
  return { response, outcome };
}

function payloadOf(mcp: Operation["mcp"]): Definition | undefined {
  return mcp?.arguments.find(({ name }) => name === mcp.payload)?.schema;
}

/** A response has one view for all operations, unless the root has one for this verb. */
function viewsOf(verb: Verb, shape: ComposedShape | undefined): OperationViews {
  const ownResponse = shape?.views.find(
    ({ direction, operation }) => direction === "response" && operation === verb,
  );
  return { request: { direction: "request", operation: verb }, response: ownResponse ?? RESPONSE };
}

function resolveVerb({ service }: ServiceContext, { id, rest, mcp }: SourceOperation): Verb {
  const source = rest ?? (mcp as SourceMethod);
  if (source.verb !== undefined) return source.verb;
  const { documents } = (rest === undefined ? service.mcp : service.rest) as Pick<
    RestDocument,
    "documents"
  >;
  const [first = ""] = splitWords(id);
  const name = rest === undefined ? "name" : "operationId";
  throw failure(
    "SERVICE_UNKNOWN_VERB",
    `${id} contains no known verb, so the view of its payload cannot be determined`,
    {
      place: locateSource(documentOf(documents, source), `${source.pointer}/${name}`),
      hint:
        didYouMean(first.toLowerCase(), KNOWN_VERBS) ??
        `start its ${name} with one of ${KNOWN_VERBS.join(", ")}`,
    },
  );
}

/** The business sends a webhook: its body has the view of a response. */
function buildWebhook(
  context: ServiceContext,
  source: SourceRestOperation,
  name: string,
): Webhook | OmittedOperation {
  const { composition, service } = context;
  const bodies = schemaAddresses(source.body);
  const payloads = bodies.map((place) => resolvePayload(composition, place));
  const root = findCapability(composition, payloads);
  if (root === undefined)
    return { id: source.id, service: service.name, reason: explainOmission(composition, payloads) };
  const { id, summary, description, tags } = source;
  const views = { request: RESPONSE, response: RESPONSE };
  const rest = bindRest(context, source, { views, resource: undefined });
  return Object.freeze({
    name,
    id,
    service: service.name,
    capability: root,
    summary,
    description,
    tags,
    rest,
  });
}
