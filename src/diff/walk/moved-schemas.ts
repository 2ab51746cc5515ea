/**
 * Finds named schemas that have another address on the new side: used in the same places, of the same name, or with
 * much the same text.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { isNamedByAuthor } from "../../model/candidate-names.js";
import {
  releaseAddress,
  type AddressMatches,
  type NamedSchema,
  type SharedSchema,
} from "../pairs/named-schemas.js";
import { LIKENESS, likeness, pairMostAlike, type DescribedSchema } from "./likeness.js";
import type { SideContext, Side, Sides } from "../side.js";
import type { DefinitionFindings } from "./walk-context.js";

/** @param matches of these, another schema may have come to stand at a shared address */
export function findMovedSchemas(
  sides: Sides,
  { shared, removed, added }: AddressMatches,
  compared: readonly DefinitionFindings[],
): SharedSchema[] {
  if (removed.length === 0) return [];
  const found = usedInSamePlaces(sides, removed, compared);
  const before = (each: NamedSchema): DescribedSchema => describe(sides.before.side, each);
  const after = (each: NamedSchema): DescribedSchema => describe(sides.after.side, each);
  const replaced = shared.filter(
    (pair) => likeness(before(pair.before), after(pair.after)) < LIKENESS,
  );
  const left = new Set(found.map((pair) => pair.before.address));
  const right = new Set(found.map((pair) => pair.after.address));
  const from = removed.filter(({ address }) => !left.has(address)).map(before);
  const to = [...added, ...replaced.map((pair) => pair.after)]
    .filter(({ address }) => !right.has(address))
    .map(after);
  return [...found, ...pairMostAlike(from, to)];
}

/** Removed types, each with the one that is used in its place. */
function usedInSamePlaces(
  { before, after }: Sides,
  removed: readonly NamedSchema[],
  compared: readonly DefinitionFindings[],
): SharedSchema[] {
  const used = compared.flatMap((pair): SharedSchema[] => {
    const from = namedSchemaAt(before, pair.before.origin);
    const to = namedSchemaAt(after, pair.after.origin);
    return from === undefined || to === undefined || from.address === to.address
      ? []
      : [{ before: from, after: to }];
  });
  const addresses = new Set(removed.map(({ address }) => address));
  const found = new Map<string, SharedSchema>();
  // Sorted, so that of several replacements the same one is named whatever the order of comparison.
  for (const pair of used.sort(byAddresses))
    if (addresses.has(pair.before.address) && !found.has(pair.before.address))
      found.set(pair.before.address, pair);
  return [...found.values()];
}

function byAddresses(left: SharedSchema, right: SharedSchema): number {
  const [one, other] = [left, right].map(({ before, after }) =>
    JSON.stringify([before.address, after.address]),
  ) as [string, string];
  return one === other ? 0 : one < other ? -1 : 1;
}

function namedSchemaAt(
  { schemas, side }: SideContext,
  { document, pointer }: { readonly document: string; readonly pointer: string },
): NamedSchema | undefined {
  const source = schemas.source(document);
  if (source === undefined || source.part !== undefined || !isNamedByAuthor(pointer))
    return undefined;
  const at = { document: source.document, pointer };
  return { address: releaseAddress(side, at), at };
}

function describe({ sources }: Side, schema: NamedSchema): DescribedSchema {
  const { document, pointer } = schema.at;
  return {
    schema,
    name: nameOf(schema),
    statements: new Set(collectStatements(sources.schemas.locate(document, pointer)?.schema, "")),
  };
}

const TEXTS = new Set(["$id", "$schema", "$comment", "title", "description", "examples"]);

/** Each value in a schema with its path; titles, descriptions and other texts are left out. */
function collectStatements(value: Json | undefined, at: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((each: Json) => collectStatements(each, `${at}/-`));
  if (!isObject(value)) return [`${at}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, each]) =>
    TEXTS.has(name) && typeof each !== "object" ? [] : collectStatements(each, `${at}/${name}`),
  );
}

function nameOf({ address }: NamedSchema): string {
  return address.slice(Math.max(address.lastIndexOf("/"), address.lastIndexOf("#")) + 1);
}
