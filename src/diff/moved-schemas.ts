/**
 * Which named schema of the one side is which of the other, under another address. In: those that are gone, and those
 * that are new. Out: pairs: used in the same places, or of one name, or of much the same text.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";
import { isDefinition } from "../model/home.js";
import { addressAt, type NamedSchema } from "./definitions.js";
import type { Seen, Side } from "./side.js";
import type { PairReport } from "./walk.js";

export interface MovedSchema {
  readonly before: NamedSchema;
  readonly after: NamedSchema;
}

/** The share of what two schemas say that both say, from which on they are one. */
const LIKENESS = 0.5;

/** @param kept what has one address on both sides: another schema may have come to stand there */
export function movedSchemas(
  sides: { readonly before: Seen; readonly after: Seen },
  gone: readonly NamedSchema[],
  added: readonly NamedSchema[],
  kept: readonly MovedSchema[],
  reports: readonly PairReport[],
): MovedSchema[] {
  if (gone.length === 0) return [];
  const found = usedInSamePlaces(sides, gone, reports);
  const replaced = kept.filter(
    ({ before, after }) =>
      likenessOf(schemaAt(sides.before.side, before), schemaAt(sides.after.side, after)) < LIKENESS,
  );
  const targets = [...added, ...replaced.map(({ after }) => after)];
  const candidates = gone.flatMap((before) =>
    targets.map((after) => ({ before, after, rank: rankOf(sides, before, after) })),
  );
  const ranked = candidates
    .filter(({ rank }) => rank >= LIKENESS)
    .sort((left, right) => right.rank - left.rank || byAddresses(left, right));
  for (const { before, after } of ranked) {
    const isTaken = found.some(
      (each) => each.before.address === before.address || each.after.address === after.address,
    );
    if (!isTaken) found.push({ before, after });
  }
  return found;
}

/** A type that is gone, and the one that is used in its stead. */
function usedInSamePlaces(
  { before, after }: { readonly before: Seen; readonly after: Seen },
  gone: readonly NamedSchema[],
  reports: readonly PairReport[],
): MovedSchema[] {
  const used = reports.flatMap((report): MovedSchema[] => {
    const from = namedAt(before, report.before.origin);
    const to = namedAt(after, report.after.origin);
    return from === undefined || to === undefined || from.address === to.address
      ? []
      : [{ before: from, after: to }];
  });
  const found = new Map<string, MovedSchema>();
  // Where a type has given way to several, the same one is named in whatever order they are met.
  for (const pair of used.sort(byAddresses))
    if (
      !found.has(pair.before.address) &&
      gone.some(({ address }) => address === pair.before.address)
    )
      found.set(pair.before.address, pair);
  return [...found.values()];
}

function byAddresses(left: MovedSchema, right: MovedSchema): number {
  const [one, other] = [left, right].map(({ before, after }) =>
    JSON.stringify([before.address, after.address]),
  ) as [string, string];
  return one === other ? 0 : one < other ? -1 : 1;
}

function namedAt(
  { schemas, side }: Seen,
  { document, pointer }: { readonly document: string; readonly pointer: string },
): NamedSchema | undefined {
  const source = schemas.source(document);
  if (source === undefined || source.pointer !== undefined || !isDefinition(pointer))
    return undefined;
  const at = { document: source.document, pointer };
  return { address: addressAt(side, at), at };
}

/** From 0 to 1; a name that stayed counts more than any text. */
function rankOf(
  { before, after }: { readonly before: Seen; readonly after: Seen },
  from: NamedSchema,
  to: NamedSchema,
): number {
  const likeness = likenessOf(schemaAt(before.side, from), schemaAt(after.side, to));
  return nameOf(from) === nameOf(to) ? LIKENESS + likeness : likeness;
}

function schemaAt({ sources }: Side, { at }: NamedSchema): Json | undefined {
  return sources.schemas.locate(at.document, at.pointer)?.schema;
}

function likenessOf(left: Json | undefined, right: Json | undefined): number {
  const said = new Set(sayings(left, ""));
  const others = new Set(sayings(right, ""));
  const shared = [...said].filter((each) => others.has(each)).length;
  const all = said.size + others.size - shared;
  return all === 0 ? 0 : shared / all;
}

const TEXTS = new Set(["$id", "$schema", "$comment", "title", "description", "examples"]);

/** Each value in it with its place, texts aside. */
function sayings(value: Json | undefined, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each: Json) => sayings(each, `${at}/-`));
  if (!isObject(value)) return [`${at}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, each]) =>
    TEXTS.has(name) && typeof each !== "object" ? [] : sayings(each, `${at}/${name}`),
  );
}

function nameOf({ address }: NamedSchema): string {
  return address.slice(Math.max(address.lastIndexOf("/"), address.lastIndexOf("#")) + 1);
}
