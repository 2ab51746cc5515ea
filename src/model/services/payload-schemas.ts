/**
 * The schemas of an operation's requests and responses, as its service's documents have them. They decide which
 * capability an operation belongs to: service documents do not say it.
 */

import type { Composition, ComposedShape } from "../../compose/compose.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import {
  collectAlternatives,
  collectCarriedSchemas,
  resolveAlias,
  collectServiceDocuments,
} from "../../compose/service-schemas.js";
import { RESPONSE } from "../../compose/view.js";
import type {
  SourceMethod,
  SourceRestOperation,
  SourceService,
} from "../../load/services/service-document.js";
import type { ServiceDefinitions } from "./service-definitions.js";

export interface ServiceContext {
  readonly composition: Composition;
  readonly definitions: ServiceDefinitions;
  readonly service: SourceService;
}

/** An operation as the documents of its service have it, over one transport or both. */
export interface SourceOperation {
  readonly id: string;
  readonly rest: SourceRestOperation | undefined;
  readonly mcp: SourceMethod | undefined;
}

/** The address of a request's or response's schema, and the root's shape that it is, if any. */
export interface PayloadSchema extends SchemaAddress {
  readonly shape: ComposedShape | undefined;
}

/** The alternatives of the operation's successful responses. */
export function collectResponseSchemas(
  { composition }: ServiceContext,
  { rest, mcp }: SourceOperation,
): PayloadSchema[] {
  const successes = (rest?.responses ?? []).filter(({ status }) => status.startsWith("2"));
  const restSchemas = successes.flatMap(schemaAddresses);
  const mcpSchemas = schemaAddresses(mcp?.result);
  return [...restSchemas, ...mcpSchemas].flatMap((place) =>
    collectAlternatives(composition.sources, place).map((address) =>
      payloadSchema(composition, address),
    ),
  );
}

/** The schemas of what the platform sends. */
export function collectRequestSchemas(
  { composition }: ServiceContext,
  { rest, mcp }: SourceOperation,
): PayloadSchema[] {
  const body = schemaAddresses(rest?.body);
  const all = (mcp?.arguments ?? []).flatMap(schemaAddresses);
  return [...body, ...all].map((place) => resolvePayload(composition, place));
}

/** The schema at a place, its references resolveAlias. */
export function resolvePayload(composition: Composition, place: SchemaAddress): PayloadSchema {
  return payloadSchema(composition, resolveAlias(composition.sources, place));
}

function payloadSchema(composition: Composition, address: SchemaAddress): PayloadSchema {
  return { ...address, shape: composition.composeServiceSchema(address, RESPONSE).shape };
}

/** The address of a part's schema; none for a part without one. */
export function schemaAddresses(
  part: { readonly document: string; readonly schema: string | undefined } | undefined,
): SchemaAddress[] {
  return part?.schema === undefined ? [] : [{ document: part.document, pointer: part.schema }];
}

export function isSameAddress(left: SchemaAddress, right: SchemaAddress): boolean {
  return left.document === right.document && left.pointer === right.pointer;
}

/**
 * The active capability that an operation belongs to: of the first payload that is a root's shape, else of the first
 * that stands in a capability's document or refers to one.
 */
export function findCapability(
  { sources, agreement }: Composition,
  payloads: readonly PayloadSchema[],
): string | undefined {
  const shape = payloads.find((each) => each.shape !== undefined)?.shape;
  if (shape !== undefined) return shape.root;
  const owners = new Map(
    agreement.capabilities.flatMap(({ name, schema }) => {
      const document = sources.schemas.at(schema ?? "")?.document;
      return document === undefined ? [] : [[document, name] as const];
    }),
  );
  const carried = payloads.flatMap((each) => collectCarriedSchemas(sources, each));
  return carried.map(({ document }) => owners.get(document)).find((name) => name !== undefined);
}

/** The reason why the profile does not have an operation: its capability was pruned, or is not declared at all. */
export function explainOmission(
  { sources }: Composition,
  payloads: readonly SchemaAddress[],
): string {
  const documents = new Set(payloads.map(({ document }) => document));
  const declared = sources.profile.registry.capabilities.find(
    ({ schema }) => schema !== undefined && documents.has(schema),
  );
  if (declared !== undefined) return `${declared.name} is not active`;
  const services = collectServiceDocuments(sources);
  const others = payloads.filter(({ document }) => !services.has(document));
  const foreign = mostFrequent(others.map(({ document }) => document));
  return foreign === undefined
    ? "it refers to no schema of a capability"
    : `${foreign} does not belong to a capability of the profile`;
}

/** The first of the most frequent: an operation names the document of its resource in request and response. */
function mostFrequent(documents: readonly string[]): string | undefined {
  const count = (document: string): number => documents.filter((each) => each === document).length;
  return [...documents].sort((left, right) => count(right) - count(left))[0];
}
