/**
 * What an operation's documents say that it gives and takes. In: an operation as its service's documents
 * have it. Out: the places of its schemas, each with the active root that it is or has in it.
 */

import type { Composition, ComposedShape } from "../../compose/compose.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import {
  alternativesOf,
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
import type { TypeRoles } from "./type-roles.js";

export interface Workbench {
  readonly composition: Composition;
  readonly roles: TypeRoles;
  readonly service: SourceService;
}

/** An operation as the documents of its service have it. */
export interface Subject {
  readonly id: string;
  readonly rest: SourceRestOperation | undefined;
  readonly mcp: SourceMethod | undefined;
}

/** A schema of the operation's, and the document it stands in. */
export interface Candidate extends SchemaAddress {
  readonly shape: ComposedShape | undefined;
}

/** What the operation answers with where it succeeds, one by one. */
export function givenBy({ composition }: Workbench, { rest, mcp }: Subject): Candidate[] {
  const successes = (rest?.responses ?? []).filter(({ status }) => status.startsWith("2"));
  const restSchemas = successes.flatMap(placed);
  const mcpSchemas = placed(mcp?.result);
  return [...restSchemas, ...mcpSchemas].flatMap((place) =>
    alternativesOf(composition.sources, place).map((address) => candidate(composition, address)),
  );
}

/** What the platform sends. */
export function takenBy({ composition }: Workbench, { rest, mcp }: Subject): Candidate[] {
  const body = placed(rest?.body);
  const all = (mcp?.arguments ?? []).flatMap(placed);
  return [...body, ...all].map((place) => candidateAt(composition, place));
}

export function candidateAt(composition: Composition, place: SchemaAddress): Candidate {
  return candidate(composition, resolveAlias(composition.sources, place));
}

function candidate(composition: Composition, address: SchemaAddress): Candidate {
  return { ...address, shape: composition.serviceSchema(address, RESPONSE).shape };
}

/** Where the schema of a part stands; nowhere for a part without one. */
export function placed(
  part: { readonly document: string; readonly schema: string | undefined } | undefined,
): SchemaAddress[] {
  return part?.schema === undefined ? [] : [{ document: part.document, pointer: part.schema }];
}

export function sameAddress(left: SchemaAddress, right: SchemaAddress): boolean {
  return left.document === right.document && left.pointer === right.pointer;
}

/**
 * The active capability that an operation is about: whose root its payloads are, or whose document they stand in, or
 * hold a part of. The first candidate of the first kind decides.
 */
export function ownerOf(
  { sources, agreement }: Composition,
  candidates: readonly Candidate[],
): string | undefined {
  const shape = candidates.find((each) => each.shape !== undefined)?.shape;
  if (shape !== undefined) return shape.root;
  const owners = new Map(
    agreement.capabilities.flatMap(({ name, schema }) => {
      const document = sources.schemas.at(schema ?? "")?.document;
      return document === undefined ? [] : [[document, name] as const];
    }),
  );
  const carried = candidates.flatMap((each) => collectCarriedSchemas(sources, each));
  return carried.map(({ document }) => owners.get(document)).find((name) => name !== undefined);
}

/** Why the profile does not have an operation: its capability was pruned, or is not declared at all. */
export function whyNot({ sources }: Composition, candidates: readonly SchemaAddress[]): string {
  const documents = new Set(candidates.map(({ document }) => document));
  const declared = sources.profile.registry.capabilities.find(
    ({ schema }) => schema !== undefined && documents.has(schema),
  );
  if (declared !== undefined) return `${declared.name} is not active`;
  const services = collectServiceDocuments(sources);
  const others = candidates.filter(({ document }) => !services.has(document));
  const foreign = mostNamed(others.map(({ document }) => document));
  return foreign === undefined
    ? "it names no schema of a capability"
    : `${foreign} belongs to no capability of the profile`;
}

/** The first of those that stand there most often: what an operation is about, it sends and gives. */
function mostNamed(documents: readonly string[]): string | undefined {
  const count = (document: string): number => documents.filter((each) => each === document).length;
  return [...documents].sort((left, right) => count(right) - count(left))[0];
}
