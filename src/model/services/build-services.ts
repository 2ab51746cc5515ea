/**
 * Services: the operations that the active set leaves of what the profile's service documents offer. In:
 * a composition. Out: services, and the definitions that they bring.
 */

import type { Composition, ComposedShape } from "../../compose/compose.js";
import { RESPONSE } from "../../compose/view.js";
import { failure } from "../../errors.js";
import { locateSource } from "../../load/document.js";
import {
  documentOf,
  type RestDocument,
  type SourceMethod,
  type SourceRestOperation,
  type SourceService,
} from "../../load/services/service-document.js";
import type { Verb } from "@proto-gen/runtime/service";
import { KNOWN_VERBS } from "../../load/services/verb.js";
import { didYouMean } from "../../text/nearest.js";
import { pascalCase, wordsOf } from "../../text/words.js";
import { serviceModule } from "../home.js";
import type { Lowering } from "../lower.js";
import type { Definition } from "../node.js";
import { bindEmbedded } from "./bind-embedded.js";
import { bindMcp } from "./bind-mcp.js";
import { bindRest } from "./bind-rest.js";
import type { LeftOut, Operation, OperationViews, ServiceModel, Webhook } from "./operation.js";
import {
  candidateAt,
  givenBy,
  ownerOf,
  placed,
  sameAddress,
  takenBy,
  whyNot,
  type Subject,
  type Workbench,
} from "./candidates.js";
import { createTypeRoles, type TypeRoles } from "./type-roles.js";
import { identifier } from "../../text/identifier.js";

export interface BuiltServices extends Pick<TypeRoles, "roles" | "seeds"> {
  readonly services: readonly ServiceModel[];
}

export function buildServices(composition: Composition, lowering: Lowering): BuiltServices {
  const roles = createTypeRoles(composition, lowering);
  const services = composition.sources.services.map((service) =>
    buildService({ composition, roles, service }),
  );
  return { services, roles: roles.roles, seeds: roles.seeds };
}

function buildService(bench: Workbench): ServiceModel {
  const { service } = bench;
  const operations: Operation[] = [];
  const webhooks: Webhook[] = [];
  const leftOut: LeftOut[] = [];
  for (const subject of subjectsOf(service)) {
    const built = buildOperation(bench, subject);
    if ("reason" in built) leftOut.push(built);
    else operations.push(built);
  }
  for (const source of service.rest?.operations ?? []) {
    if (source.webhook === undefined) continue;
    const built = buildWebhook(bench, source, source.webhook);
    if ("reason" in built) leftOut.push(built);
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
    embedded: (service.embedded?.methods ?? []).map((method) => bindEmbedded(bench, method)),
    leftOut,
  });
}

function transportOf(source: SourceService["rest"] | SourceService["mcp"]): ServiceModel["rest"] {
  return source && { endpoint: source.endpoint, document: source.root };
}

/** Operations of one name are one operation over two transports. */
function subjectsOf({ rest, mcp }: SourceService): Subject[] {
  const calls = (rest?.operations ?? []).filter(({ path }) => path !== undefined);
  const methods = mcp?.methods ?? [];
  const ids = new Set([...calls, ...methods].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const own = {
      rest: calls.filter((each) => each.id === id),
      mcp: methods.filter((each) => each.id === id),
    };
    // In a release, documents of one transport may have one name each; a profile is refused for it.
    const count = Math.max(own.rest.length, own.mcp.length);
    return Array.from({ length: count }, (_, index) => ({
      id,
      rest: own.rest[index],
      mcp: own.mcp[index],
    }));
  });
}

function buildOperation(bench: Workbench, subject: Subject): Operation | LeftOut {
  const { composition, roles, service } = bench;
  const { id } = subject;
  const given = givenBy(bench, subject);
  const taken = takenBy(bench, subject);
  const resource = given.find(({ shape }) => shape !== undefined) ?? given[0];
  const shape = resource?.shape ?? taken.find((each) => each.shape !== undefined)?.shape;
  const capability = ownerOf(composition, [...given, ...taken]);
  if (capability === undefined)
    return { id, service: service.name, reason: whyNot(composition, [...given, ...taken]) };
  const verb = verbOf(bench, subject);
  const views = viewsOf(verb, shape);
  const name = pascalCase(id);
  const response =
    resource && roles.define(resource, views.response, [identifier(`${name}Response`)]);
  const other = given.find((each) => resource !== undefined && !sameAddress(each, resource));
  const outcome =
    other === undefined
      ? roles.defaultOutcome()
      : roles.define(other, views.response, [identifier(`${name}Outcome`)]);
  const text = subject.rest ?? (subject.mcp as SourceMethod);
  const rest = subject.rest && bindRest(bench, subject.rest, views, response);
  const mcp = subject.mcp && bindMcp(bench, subject.mcp, { views, response, outcome });
  return Object.freeze({
    id,
    service: service.name,
    verb,
    capability,
    summary: text.summary,
    description: text.description ?? subject.mcp?.description,
    deprecated: [subject.rest, subject.mcp].every((each) => each?.deprecated !== false),
    tags: text.tags,
    views,
    request: rest?.body?.schema ?? payloadOf(mcp),
    response,
    outcome,
    rest,
    mcp,
  });
}

function payloadOf(mcp: Operation["mcp"]): Definition | undefined {
  return mcp?.arguments.find(({ name }) => name === mcp.payload)?.schema;
}

/** A response is the same for all operations but where the root sets one apart. */
function viewsOf(verb: Verb, shape: ComposedShape | undefined): OperationViews {
  const apart = shape?.views.find(
    ({ direction, operation }) => direction === "response" && operation === verb,
  );
  return { request: { direction: "request", operation: verb }, response: apart ?? RESPONSE };
}

function verbOf({ service }: Workbench, { id, rest, mcp }: Subject): Verb {
  const source = rest ?? (mcp as SourceMethod);
  if (source.verb !== undefined) return source.verb;
  const { documents } = (rest === undefined ? service.mcp : service.rest) as Pick<
    RestDocument,
    "documents"
  >;
  const [first = ""] = wordsOf(id);
  const name = rest === undefined ? "name" : "operationId";
  throw failure(
    "SERVICE_UNKNOWN_VERB",
    `${id} says nothing of what it does, so that there is no telling which view its payload has`,
    locateSource(documentOf(documents, source), `${source.pointer}/${name}`),
    didYouMean(first.toLowerCase(), KNOWN_VERBS) ??
      `begin its ${name} with one of ${KNOWN_VERBS.join(", ")}`,
  );
}

/** A webhook goes the other way: what the business sends looks like what it answers with. */
function buildWebhook(
  bench: Workbench,
  source: SourceRestOperation,
  name: string,
): Webhook | LeftOut {
  const { composition, service } = bench;
  const bodies = placed(source.body);
  const candidates = bodies.map((place) => candidateAt(composition, place));
  const root = ownerOf(composition, candidates);
  if (root === undefined)
    return { id: source.id, service: service.name, reason: whyNot(composition, candidates) };
  const { id, summary, description, tags } = source;
  const rest = bindRest(bench, source, { request: RESPONSE, response: RESPONSE }, undefined);
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
