/**
 * Finds values in the enums of extensions that the base refuses: `allOf` only narrows, so that no valid value has them.
 * An enum without a value in common with the base is a contradiction, which the model reports.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic, type SourceLocation } from "../errors.js";
import { createJsonValueSet } from "../json-schema/json-values.js";
import { isObject } from "../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import { locateSource } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import type { ComposedShape } from "./composition.js";
import { collectAddedSchemas, collectCertainSchemas } from "./visibility/in-place-schemas.js";
import { entryKeysOf } from "./visibility/visibility-rules.js";

/** The base's schemas of one instance, which many extensions are compared with. */
interface BaseSchemas {
  readonly schemas: readonly ResolvedSchema[];
  /** Keys of their addresses. */
  readonly keys: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, readonly SchemaAddress[]>;
}

/** The schemas that an extension and its base have for one instance. */
interface Pair {
  readonly own: readonly ResolvedSchema[];
  readonly base: BaseSchemas;
  /** In the instance. */
  readonly pointer: string;
}

interface ValueList {
  readonly schema: ResolvedSchema;
  readonly values: readonly Json[];
}

/** A type may refer to itself: nobody narrows an enum deeper than this. */
const MAX_DEPTH = 16;
const MAX_REPORTED = 100;

/** Reports COMPOSE_EXTRA_VALUE, once for a value that several shapes share. */
export function reportImpossibleValues(
  sources: Sources,
  shapes: readonly ComposedShape[],
): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const shape of shapes) {
    const { root, base, contributions } = shape;
    // The values of another extension that an entry refers to are that one's.
    const entries = entryKeysOf(shape, contributions);
    const baseSchemas = describeBase(collectCertainSchemas(sources, [base]));
    for (const { capability, address } of contributions) {
      const pair = pairOf(collectAddedSchemas(sources, address, entries), baseSchemas, "");
      for (const { pointer, own, bases, index } of impossibleValues(sources, pair)) {
        const key = `${addressKey(own.schema)}/${index}`;
        if (found.size >= MAX_REPORTED || found.has(key)) continue;
        const value = JSON.stringify(own.values[index]);
        const at = pointer === "" ? "" : ` at ${pointer.replaceAll(ITEM, "/*")}`;
        const message = `${capability} lists ${value}${at}, which ${root} refuses: no valid value has it`;
        const place = placeOf(sources, own.schema, joinPointer("/enum", index));
        const related = bases.flatMap((each) => {
          const allowed = placeOf(sources, each.schema, "");
          return allowed === undefined ? [] : [{ message: "the base allows", place: allowed }];
        });
        found.set(key, { ...diagnostic("COMPOSE_EXTRA_VALUE", message, { place }), related });
      }
    }
  }
  return [...found.values()];
}

interface ImpossibleValue {
  readonly pointer: string;
  readonly own: ValueList;
  readonly index: number;
  /** The lists that do not have it. */
  readonly bases: readonly ValueList[];
}

function* impossibleValues(sources: Sources, start: Pair): Generator<ImpossibleValue> {
  const seen = new Set<string>();
  let waiting: Pair[] = [start];
  for (let depth = 0; depth < MAX_DEPTH && waiting.length > 0; depth++) {
    const next: Pair[] = [];
    for (const pair of waiting) {
      if (pair.own.length === 0 || pair.base.schemas.length === 0) continue;
      const key = [...pair.own.map(addressKey), ...pair.base.keys].join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      yield* refusedValues(pair);
      next.push(...pairsBelow(sources, pair));
    }
    waiting = next;
  }
}

function refusedValues({ own, base, pointer }: Pair): ImpossibleValue[] {
  const lists = own.flatMap(listOf);
  if (lists.length === 0) return [];
  const allowed = base.schemas
    .flatMap(listOf)
    // Extensions may add values where an anchor leaves the enum open.
    .filter(({ schema: { schema } }) => isObject(schema) && schema["$dynamicAnchor"] === undefined)
    .map((list) => ({ list, set: createJsonValueSet(list.values) }));
  return lists.flatMap((list) => {
    const refused = list.values.flatMap((value, index): ImpossibleValue[] => {
      const bases = allowed.filter(({ set }) => !set.has(value)).map((each) => each.list);
      return bases.length === 0 ? [] : [{ pointer, own: list, index, bases }];
    });
    return refused.length === list.values.length ? [] : refused;
  });
}

function listOf(located: ResolvedSchema): ValueList[] {
  const { schema } = located;
  if (!isObject(schema)) return [];
  if (Array.isArray(schema["enum"])) return [{ schema: located, values: schema["enum"] }];
  return schema["const"] === undefined ? [] : [{ schema: located, values: [schema["const"]] }];
}

/** The members that both declare, and their items. */
function pairsBelow(sources: Sources, { own, base, pointer }: Pair): Pair[] {
  return [...addressesBelow(own)].flatMap(([token, addresses]) => {
    const others = base.members.get(token);
    if (others === undefined) return [];
    const ownSchemas = collectCertainSchemas(sources, addresses);
    const baseSchemas = describeBase(collectCertainSchemas(sources, others));
    return [pairOf(ownSchemas, baseSchemas, pointer + token)];
  });
}

/** By the token in the instance; an item has one that no member has. */
function addressesBelow(schemas: readonly ResolvedSchema[]): Map<string, SchemaAddress[]> {
  const found = new Map<string, SchemaAddress[]>();
  const add = (token: string, address: SchemaAddress): void =>
    void found.set(token, [...(found.get(token) ?? []), address]);
  for (const { document, pointer, schema } of schemas) {
    if (!isObject(schema)) continue;
    const { properties, items } = schema;
    for (const name of isObject(properties) ? Object.keys(properties) : [])
      add(joinPointer("", name), { document, pointer: joinPointer(pointer, "properties", name) });
    if (isObject(items)) add(ITEM, { document, pointer: `${pointer}/items` });
  }
  return found;
}

/** No pointer has this escape. */
const ITEM = "/~*";

function describeBase(schemas: readonly ResolvedSchema[]): BaseSchemas {
  return { schemas, keys: new Set(schemas.map(addressKey)), members: addressesBelow(schemas) };
}

/** Rules that the extension applies by a reference to the base are the base's. */
function pairOf(own: readonly ResolvedSchema[], base: BaseSchemas, pointer: string): Pair {
  return { own: own.filter((each) => !base.keys.has(addressKey(each))), base, pointer };
}

function placeOf(
  { documents }: Sources,
  { document, pointer }: SchemaAddress,
  below: string,
): SourceLocation | undefined {
  const found = documents.get(document);
  return found && locateSource(found, pointer + below);
}
