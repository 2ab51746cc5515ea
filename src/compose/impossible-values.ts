/**
 * Finds values in the enums of extensions that the base refuses: `allOf` only narrows, so that no valid value has them.
 * A list that repeats an enum of the base and adds to it was meant to extend it, which is an error; any other such value is reported
 * as impossible. An enum without a value in common with the base is a contradiction, which the model reports.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic, type SourceLocation } from "../errors.js";
import { createJsonValueSet } from "../json-schema/json-values.js";
import { isObject } from "../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import { locateSource } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import type { ComposeContext } from "./compose-context.js";
import type { ComposedShape } from "./composition.js";
import { readListedValues } from "./open-enums/listed-values.js";
import {
  collectAddedSchemas,
  collectCertainSchemas,
  collectInPlaceSchemas,
} from "./visibility/in-place-schemas.js";
import { RESPONSE } from "./view.js";
import { entryKeysOf, type Contribution } from "./visibility/visibility-rules.js";

/** The base's schemas of one instance, which many extensions are compared with. */
interface BaseSchemas {
  readonly schemas: readonly ResolvedSchema[];
  /** Keys of their addresses. */
  readonly keys: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, readonly SchemaAddress[]>;
}

/** The schemas that an extension and its base have for one instance. */
interface Pair {
  /** The extension's own document: what it applies of others is a part of its base. */
  readonly document: string;
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

/** Reports COMPOSE_CLOSED_ENUM and COMPOSE_VALUE_IMPOSSIBLE, once for a value that several shapes share. */
export function reportImpossibleValues(
  context: ComposeContext,
  shapes: readonly ComposedShape[],
): Diagnostic[] {
  const { sources } = context;
  const found = new Map<string, Diagnostic>();
  for (const shape of shapes) {
    const { root, base, contributions } = shape;
    const baseSchemas = describeBase(collectCertainSchemas(sources, [base]));
    for (const contribution of contributions) {
      const { capability, address } = contribution;
      const extended = extendedSchemas(context, shape, contribution);
      const start: Pair = {
        document: address.document,
        own: collectAddedSchemas(sources, address, entryKeysOf(shape, contributions)),
        base:
          extended.length === 0 ? baseSchemas : describeBase([...baseSchemas.schemas, ...extended]),
        pointer: "",
      };
      for (const impossible of impossibleValues(context, partition(start))) {
        const key = `${addressKey(impossible.own.schema)}/${impossible.index}`;
        if (found.size >= MAX_REPORTED || found.has(key)) continue;
        found.set(key, describe(sources, impossible, capability, root));
      }
    }
  }
  return [...found.values()];
}

function describe(
  sources: Sources,
  { pointer, own, bases, extended, index }: ImpossibleValue,
  capability: string,
  root: string,
): Diagnostic {
  const value = JSON.stringify(own.values[index]);
  const at = pointer === "" ? "" : ` at ${pointer.replaceAll(ITEM, "/*")}`;
  const place = placeOf(sources, own.schema, joinPointer("/enum", index));
  const related = bases.flatMap((each) => {
    const allowed = placeOf(sources, each.schema, "");
    return allowed === undefined ? [] : [{ message: "the base allows", place: allowed }];
  });
  if (extended === undefined) {
    const message = `${capability} lists ${value}${at}, which ${root} refuses: no valid value has it`;
    return { ...diagnostic("COMPOSE_VALUE_IMPOSSIBLE", message, { place }), related };
  }
  const { file, pointer: below } = placeOf(sources, extended.schema, "") ?? {};
  const base = file === undefined ? "" : ` at ${file}${below === undefined ? "" : `#${below}`}`;
  const message = `${capability} adds ${value}${at}, but allOf only narrows the enum${base}`;
  return { ...diagnostic("COMPOSE_CLOSED_ENUM", message, { place, hint: ENUM_HINT }), related };
}

const ENUM_HINT =
  "add the value under the $dynamicAnchor of an enum that its release leaves open; remove it where the enum is closed";

/** What the extensions add that an extension builds on: those that it extends, and those whose entries it refers to. */
function extendedSchemas(
  { sources, graph }: ComposeContext,
  shape: ComposedShape,
  extension: Contribution,
): ResolvedSchema[] {
  const { contributions } = shape;
  const entries = entryKeysOf(shape, contributions);
  const byKey = new Map(contributions.map((each) => [addressKey(each.address), each]));
  const ancestors = graph.ancestors(extension.capability);
  const found = new Set([
    extension,
    ...contributions.filter(({ capability }) => ancestors.has(capability)),
  ]);
  for (const { address } of found)
    for (const key of referredEntries(sources, address, entries)) {
      const referred = byKey.get(key);
      if (referred !== undefined) found.add(referred);
    }
  found.delete(extension);
  return [...found].flatMap(({ address }) => collectAddedSchemas(sources, address, entries));
}

function referredEntries(
  sources: Sources,
  address: SchemaAddress,
  entries: ReadonlySet<string>,
): ReadonlySet<string> {
  return collectInPlaceSchemas(sources, {
    branches: [address],
    view: RESPONSE,
    extent: "certain",
    checkedElsewhere: entries,
  }).checkedElsewhere;
}

interface ImpossibleValue {
  readonly pointer: string;
  readonly own: ValueList;
  readonly index: number;
  /** The lists that do not have it. */
  readonly bases: readonly ValueList[];
  /** The one of them whose values the extension repeats. */
  readonly extended: ValueList | undefined;
}

function* impossibleValues(context: ComposeContext, start: Pair): Generator<ImpossibleValue> {
  const seen = new Set<string>();
  let waiting: Pair[] = [start];
  for (let depth = 0; depth < MAX_DEPTH && waiting.length > 0; depth++) {
    const next: Pair[] = [];
    for (const pair of waiting) {
      if (pair.own.length === 0 || pair.base.schemas.length === 0) continue;
      const key = [...pair.own.map(addressKey), ...pair.base.keys].join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      yield* refusedValues(context, pair);
      next.push(...pairsBelow(context.sources, pair));
    }
    waiting = next;
  }
}

function refusedValues(
  { sources, openEnums }: ComposeContext,
  { own, base, pointer }: Pair,
): ImpossibleValue[] {
  const lists = own.flatMap((each) => listOf(each) ?? []);
  if (lists.length === 0) return [];
  const added = openEnums.added.flatMap(({ values }) => values);
  const allowed = base.schemas
    // Extensions may add values where an anchor leaves the enum open.
    .filter(({ schema }) => isObject(schema) && schema["$dynamicAnchor"] === undefined)
    .flatMap((schema) => listOf(schema) ?? choiceOf(sources, schema, added) ?? [])
    .map((list) => ({ list, set: createJsonValueSet(list.values) }));
  return lists.flatMap((list) => {
    const own = createJsonValueSet(list.values);
    const refused = list.values.flatMap((value, index): ImpossibleValue[] => {
      const bases = allowed.filter(({ set }) => !set.has(value)).map((each) => each.list);
      const extended = bases.find(
        (base) => isEnum(base) && base.values.every((each) => own.has(each)),
      );
      return bases.length === 0 ? [] : [{ pointer, own: list, index, bases, extended }];
    });
    return refused.length === list.values.length ? [] : refused;
  });
}

/** Not a `const`, which tells alternatives apart rather than listing what there is. */
function isEnum({ schema: { schema } }: ValueList): boolean {
  return isObject(schema) && schema["const"] === undefined;
}

function listOf(located: ResolvedSchema): ValueList | undefined {
  const { schema } = located;
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema["enum"])) return { schema: located, values: schema["enum"] };
  return schema["const"] === undefined ? undefined : { schema: located, values: [schema["const"]] };
}

/** The values of a choice of lists; a `$dynamicRef` among them leads to those that capabilities add. */
function choiceOf(
  sources: Sources,
  located: ResolvedSchema,
  added: readonly Json[],
): ValueList | undefined {
  const { schema } = located;
  if (!isObject(schema) || typeof schema["$ref"] === "string") return undefined;
  const values = readListedValues(sources, located);
  return values && { schema: located, values: [...values, ...added] };
}

/** The members of the extension's own schemas, and their items. */
function pairsBelow(sources: Sources, { document, own, base, pointer }: Pair): Pair[] {
  return [...addressesBelow(own)].map(([token, addresses]) =>
    partition({
      document,
      own: collectCertainSchemas(sources, addresses),
      base: describeBase(collectCertainSchemas(sources, base.members.get(token) ?? [])),
      pointer: pointer + token,
    }),
  );
}

/** What the extension applies of the base, or of another document, is the base's. */
function partition({ own, base, ...pair }: Pair): Pair {
  const others = own.filter((each) => !base.keys.has(addressKey(each)));
  const foreign = others.filter(({ document }) => document !== pair.document);
  if (foreign.length === 0) return { ...pair, own: others, base };
  return {
    ...pair,
    own: others.filter(({ document }) => document === pair.document),
    base: describeBase([...base.schemas, ...foreign]),
  };
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

function placeOf(
  { documents }: Sources,
  { document, pointer }: SchemaAddress,
  below: string,
): SourceLocation | undefined {
  const found = documents.get(document);
  return found && locateSource(found, pointer + below);
}
