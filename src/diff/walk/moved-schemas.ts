/**
 * Which named schema of the one side is which of the other, under another address. In: those that are gone, and those
 * that are new. Out: pairs: used in the same places, or of one name, or of much the same text.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { isDefinition } from "../../model/home.js";
import { releaseAddress, type NamedSchema } from "../pairs/definitions.js";
import { LIKENESS, likeness, pairMostAlike, type DescribedSchema } from "./likeness.js";
import type { SideContext, Side, Sides } from "../side.js";
import type { DefinitionFindings } from "./walk-context.js";

export interface MovedSchema {
  readonly before: NamedSchema;
  readonly after: NamedSchema;
}

/** @param kept what has one address on both sides: another schema may have come to stand there */
export function findMovedSchemas(
  sides: Sides,
  gone: readonly NamedSchema[],
  added: readonly NamedSchema[],
  kept: readonly MovedSchema[],
  compared: readonly DefinitionFindings[],
): MovedSchema[] {
  if (gone.length === 0) return [];
  const found = usedInSamePlaces(sides, gone, compared);
  const before = (each: NamedSchema): DescribedSchema => describe(sides.before.side, each);
  const after = (each: NamedSchema): DescribedSchema => describe(sides.after.side, each);
  const replaced = kept.filter(
    (pair) => likeness(before(pair.before), after(pair.after)) < LIKENESS,
  );
  const left = new Set(found.map((pair) => pair.before.address));
  const right = new Set(found.map((pair) => pair.after.address));
  const from = gone.filter(({ address }) => !left.has(address)).map(before);
  const to = [...added, ...replaced.map((pair) => pair.after)]
    .filter(({ address }) => !right.has(address))
    .map(after);
  return [...found, ...pairMostAlike(from, to)];
}

/** A type that is gone, and the one that is used in its stead. */
function usedInSamePlaces(
  { before, after }: Sides,
  gone: readonly NamedSchema[],
  compared: readonly DefinitionFindings[],
): MovedSchema[] {
  const used = compared.flatMap((pair): MovedSchema[] => {
    const from = namedSchemaAt(before, pair.before.origin);
    const to = namedSchemaAt(after, pair.after.origin);
    return from === undefined || to === undefined || from.address === to.address
      ? []
      : [{ before: from, after: to }];
  });
  const addresses = new Set(gone.map(({ address }) => address));
  const found = new Map<string, MovedSchema>();
  // Where a type has given way to several, the same one is named in whatever order they are met.
  for (const pair of used.sort(byAddresses))
    if (addresses.has(pair.before.address) && !found.has(pair.before.address))
      found.set(pair.before.address, pair);
  return [...found.values()];
}

function byAddresses(left: MovedSchema, right: MovedSchema): number {
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
  if (source === undefined || source.part !== undefined || !isDefinition(pointer)) return undefined;
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

/** Each value in a schema with its place, texts aside. */
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
