/**
 * A second composer, written from DESIGN §6 alone, to judge the first one by. In: documents as their authors wrote them,
 * a root, the active contributions in their order, a view. Out: one self-contained JSON Schema 2020-12, without any
 * annotation, that ajv can judge by. It is naive on purpose: every schema is written down anew for every instance that it
 * describes.
 *
 * A *part* is the root, or a contribution: a schema with what it refers to in place and its `allOf`. The parts are branches
 * of one `allOf`. A schema of a member or of an item describes another instance, and is its only part. `then`, `else`, `if`,
 * `not`, `anyOf`, `oneOf` and `dependentSchemas` speak of the same instance, but each is a part of its own within the outer.
 *
 * Where DESIGN §6 leaves a question open, this is how it is read here:
 *
 *  1. The last annotation is the last one of all parts, also where an inner `allOf` has one. The order is: root,
 *     contributions in theirs; within a schema, what its `$ref` leads to, its `allOf`, its own `properties`. Base: `allOf:
 *     [{m: omitted}, {m: a string}]`; extension: `m` optional. The base's second `m` is a string, and optional.
 *  2. A contribution that refers to the root, or to another active contribution, gives nothing of theirs once more: they are
 *     parts of their own. Base: `m` omitted; the first extension: `allOf: [base, {m: a string}]`; the second: `m` optional.
 *     The first one's `m` is a string, and optional.
 *  3. An annotation that has nothing for the view's operation is none. Base: `{create: "optional"}`; extension:
 *     `{update: "omit"}`. In an update the base's property goes, too.
 *  4. `required` and `optional` change the `required` beside the property that they hold for, and no other.
 *     `allOf: [{required: [m]}, {properties: {m: optional}}]`: `m` stays required.
 *  5. Of two siblings, the later one decides. `m` required, then omitted: no `required` asks for it. `m` omitted, then
 *     required: it is asked for.
 *  6. An omit that another part's annotation follows takes the member out of every `required` of its own part, and of no
 *     other. The first extension: `m` omitted, `then: {required: [m, n]}`; the second: `m` optional. `then` asks for `n`
 *     alone, and a third one's `required: [m]` for `m`.
 *  7. What is given within `then`, `else`, `if`, `not`, `anyOf`, `oneOf` or `dependentSchemas` holds within it only: these
 *     are no branches of an `allOf`. Nor does a property within take an annotation from outside: it may have its own. What
 *     is omitted outside still leaves every `required` within. `then: {properties: {m: {type: "string"}}, required: [m]}`,
 *     and outside `m` is omitted: `then` asks for no `m`, and one that is there is a string; outside `m` is optional: `then`
 *     asks for it.
 *  8. An `if` or `not`, also further down in it, takes nothing from outside, and its `required` stays as it is but for what
 *     `required` and `optional` say beside it. `m` omitted, `if: {required: [m]}`: `then` holds where `m` is there all the
 *     same.
 *  9. The names before the colon in `dependentRequired` and `dependentSchemas` ask, too, and stay. `m` omitted,
 *     `dependentRequired: {m: [a]}`: with an `m`, `a` is asked for.
 * 10. All other keywords take the omitted member as any member that no `properties` names. `m` omitted: `minProperties` and
 *     `propertyNames` count and judge it, `additionalProperties: false` refuses it, and so does `unevaluatedProperties: false`
 *     unless some other branch beside it still has the property.
 * 11. In a request, a contribution whose document says `N_shared_request` is seen as `create`, and so is what it refers to;
 *     but the root and the other contributions are seen in the view that was asked for, also where it refers to them.
 * 12. An annotation is of the property that it stands in, not of the definition that the property refers to: `m: {$ref: D}`
 *     is not omitted because `D` says `omit`.
 * 13. `omit` on `additionalProperties` removes it, so that the object is open; `required` and `optional` say nothing there.
 *
 * 14. A `$dynamicRef` means what its `$dynamicAnchor` says, or what any active capability says under an anchor of that name
 *     in its own document.
 *
 * `$anchor` and an `$id` below a document's root are not read: they throw.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import {
  addressText,
  below,
  isObject,
  targetOf,
  valueAt,
  type Address,
  type Documents,
} from "./reference/documents.js";
import {
  viewWithin,
  visibilityIn,
  type ReferenceView,
  type Visibility,
} from "./reference/annotation.js";

export interface ReferenceRequest {
  readonly documents: Documents;
  /** The vocabulary's name `N`, such as `proto`. */
  readonly name: string;
  readonly root: Address;
  /** Parents first. */
  readonly contributions: readonly Address[];
  readonly view: ReferenceView;
  /** What active capabilities say under a `$dynamicAnchor`, by its name. */
  readonly anchored?: ReadonlyMap<string, readonly Address[]>;
}

/** A schema where it stands, and the view that it is seen in. */
interface Part {
  readonly at: Address;
  readonly view: ReferenceView;
  readonly schema: Json;
}

/** What holds for all schemas of one part. */
interface Group {
  /** Different for groups of which a schema is seen differently. */
  readonly key: string;
  /** The annotation that a property without one takes, by member. */
  readonly given: ReadonlyMap<string, Visibility>;
  /** Members that no `required` asks for. */
  readonly omitted: ReadonlySet<string>;
  /** An `if` or `not` is around it: what it requires is a question. */
  readonly asks: boolean;
  /** The root and the contributions, by address, where the part is one of them. */
  readonly entries: ReadonlyMap<string, Entry>;
}

interface Entry {
  readonly part: Part;
  readonly group: Group;
}

/** What a part takes from outside. */
interface Outer {
  readonly given: ReadonlyMap<string, Visibility>;
  readonly omitted: ReadonlySet<string>;
  readonly asks: boolean;
}

const OUTERMOST: Outer = { given: new Map(), omitted: new Set(), asks: false };

/** Keywords whose value is judged as it stands. Whatever is in no list here says nothing about an instance. */
const VALUES = new Set([
  ...["type", "enum", "const", "format", "pattern", "minLength", "maxLength"],
  ...["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minItems", "maxItems", "uniqueItems", "minContains", "maxContains"],
  ...["minProperties", "maxProperties"],
]);
/** Of another instance. */
const ELSEWHERE = new Set([
  ...["items", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties"],
]);
/** Of the same instance, but no branch of an `allOf`. */
const WITHIN = new Set(["if", "then", "else", "not"]);
const ASKING = new Set(["if", "not"]);
const UNREAD = new Set(["$anchor", "$recursiveRef", "$recursiveAnchor"]);

export function composeReference(request: ReferenceRequest): JsonObject {
  const { documents, name } = request;
  const bundled = new Map<string, Json>();
  const names = new Map<string, string>();

  const allOf = composed().map(({ part, group }) => ({ $ref: define(part, group) }));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    allOf,
    $defs: Object.fromEntries(bundled),
  };

  /** The root and the contributions, each with what it takes from all. */
  function composed(): Entry[] {
    const parts = [request.root, ...request.contributions].map((at) => partAt(at, request.view));
    const places = new Set(parts.map(({ at }) => addressText(at)));
    const given = new Map(parts.flatMap((part) => [...annotationsOf(part, places)]));
    const outer = { given, omitted: new Set(omittedIn(given)), asks: false };
    const entries = new Map<string, Entry>();
    for (const part of parts) {
      const here = addressText(part.at);
      entries.set(here, { part, group: groupOf(`whole, ${here}`, part, outer, entries, places) });
    }
    return [...entries.values()];
  }

  function partAt(at: Address, view: ReferenceView): Part {
    const seen = viewWithin(documents.get(at.document) ?? false, name, view);
    return { at, view: seen, schema: valueAt(documents, at) };
  }

  function childOf({ at, view }: Part, ...tokens: readonly string[]): Part {
    const child = below(at, ...tokens);
    return { at: child, view, schema: valueAt(documents, child) };
  }

  function groupOf(
    key: string,
    part: Part,
    outer: Outer,
    entries: Group["entries"] = new Map(),
    places: ReadonlySet<string> = new Set(),
  ): Group {
    const own = new Map(annotationsOf(part, places));
    const given = new Map([...own, ...outer.given]);
    const omitted = new Set([...outer.omitted, ...omittedIn(own)]);
    return { key, given, omitted, asks: outer.asks, entries };
  }

  /** What a part gives, in the order of reading 1, without the parts at `others` that it refers to. */
  function* annotationsOf(
    part: Part,
    others: ReadonlySet<string>,
    above: ReadonlySet<string> = new Set(),
  ): Generator<readonly [string, Visibility]> {
    const { schema } = part;
    const here = addressText(part.at);
    if (!isObject(schema) || above.has(here)) return;
    const around = new Set([...above, here]);
    if (typeof schema["$ref"] === "string") {
      const target = targetOf(documents, part.at.document, schema["$ref"]);
      if (!others.has(addressText(target)))
        yield* annotationsOf(partAt(target, part.view), others, around);
    }
    for (const branch of branchesOf(part, "allOf")) yield* annotationsOf(branch, others, around);
    for (const [member, property] of entriesOf(schema["properties"])) {
      const visibility = visibilityIn(property, name, part.view);
      if (visibility !== undefined) yield [member, visibility];
    }
  }

  function branchesOf(part: Part, keyword: string): Part[] {
    const list = isObject(part.schema) ? part.schema[keyword] : undefined;
    if (!Array.isArray(list)) return [];
    return list.map((_, index) => childOf(part, keyword, String(index)));
  }

  /** Where a reference leads from a schema of a group. */
  function referenceFrom({ at, view }: Part, reference: string, group: Group): string {
    const target = targetOf(documents, at.document, reference);
    const entry = group.entries.get(addressText(target));
    return entry === undefined
      ? define(partAt(target, view), group)
      : define(entry.part, entry.group);
  }

  /** The reference to a schema as one of a group. */
  function define(part: Part, group: Group): string {
    const key = `${seenText(part)} in ${group.key}`;
    const known = names.get(key);
    if (known !== undefined) return `#/$defs/${known}`;
    const fresh = `s${names.size}`;
    names.set(key, fresh);
    bundled.set(fresh, written(part, group));
    return `#/$defs/${fresh}`;
  }

  /** A schema of an instance that nothing else describes: a member's, an item's. */
  function writtenElsewhere(part: Part): Json {
    return written(part, groupOf(seenText(part), part, OUTERMOST));
  }

  /** A condition's or an alternative's schema, for the instance of the group around it. */
  function writtenWithin(part: Part, group: Group, asks = group.asks): Json {
    const outer = { given: OUTERMOST.given, omitted: group.omitted, asks };
    const omitted = JSON.stringify([...group.omitted].sort());
    return written(part, groupOf(`${seenText(part)} ${asks} ${omitted}`, part, outer));
  }

  function written(part: Part, group: Group): Json {
    const { schema } = part;
    if (!isObject(schema)) return schema;
    const result: Record<string, Json> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const becomes = keywordOf(keyword, value, part, group);
      if (becomes !== undefined) result[keyword] = becomes;
    }
    const required = requiredOf(schema, part, group);
    if (required.length > 0) result["required"] = required;
    const choice = anchoredChoice(part, group);
    if (choice !== undefined)
      result["allOf"] = [...((result["allOf"] as readonly Json[] | undefined) ?? []), choice];
    return result;
  }

  function keywordOf(keyword: string, value: Json, part: Part, group: Group): Json | undefined {
    if (UNREAD.has(keyword) || (keyword === "$id" && part.at.pointer !== ""))
      throw new Error(`the reference composer reads no ${keyword}: ${addressText(part.at)}`);
    if (VALUES.has(keyword)) return value;
    if (ELSEWHERE.has(keyword)) return writtenElsewhere(childOf(part, keyword));
    if (WITHIN.has(keyword)) {
      const asks = group.asks || ASKING.has(keyword);
      return writtenWithin(childOf(part, keyword), group, asks);
    }
    switch (keyword) {
      case "$ref":
        return typeof value === "string" ? referenceFrom(part, value, group) : undefined;
      case "allOf":
        return branchesOf(part, keyword).map((branch) => written(branch, group));
      case "anyOf":
      case "oneOf":
        return branchesOf(part, keyword).map((branch) => writtenWithin(branch, group));
      case "dependentSchemas":
        return mapMembers(value, (_, each) => writtenWithin(childOf(part, keyword, each), group));
      case "dependentRequired":
        return mapMembers(value, (list) => withoutOmitted(stringsOf(list), group));
      case "prefixItems":
        return branchesOf(part, keyword).map(writtenElsewhere);
      case "patternProperties":
        return mapMembers(value, (_, each) => writtenElsewhere(childOf(part, keyword, each)));
      case "additionalProperties":
        return visibilityIn(value, name, part.view) === "omit"
          ? undefined
          : writtenElsewhere(childOf(part, keyword));
      case "properties":
        return propertiesOf(value, part, group);
      default:
        return undefined;
    }
  }

  /** What a `$dynamicRef` means: the schema at its anchor, or one that an active capability has put there. */
  function anchoredChoice(part: Part, group: Group): Json | undefined {
    const reference = isObject(part.schema) ? part.schema["$dynamicRef"] : undefined;
    if (typeof reference !== "string") return undefined;
    const anchor = reference.split("#", 2)[1] ?? "";
    const own = targetOf(documents, part.at.document, reference);
    const all = [own, ...(request.anchored?.get(anchor) ?? [])];
    return { anyOf: all.map((at) => ({ $ref: define(partAt(at, part.view), group) })) };
  }

  function propertiesOf(properties: Json, part: Part, group: Group): JsonObject {
    const kept = entriesOf(properties)
      .filter(([member, property]) => seenAs(member, property, part, group) !== "omit")
      .map(([member]) => [member, writtenElsewhere(childOf(part, "properties", member))] as const);
    return Object.fromEntries(kept);
  }

  function requiredOf(schema: JsonObject, part: Part, group: Group): string[] {
    const beside = entriesOf(schema["properties"]).map(
      ([member, property]) => [member, seenAs(member, property, part, group)] as const,
    );
    const those = (wanted: Visibility): string[] =>
      beside.filter(([, visibility]) => visibility === wanted).map(([member]) => member);
    const gone = new Set([...those("optional"), ...(group.asks ? [] : those("omit"))]);
    const asked = stringsOf(schema["required"]).filter((member) => !gone.has(member));
    return withoutOmitted([...new Set([...asked, ...those("required")])], group);
  }

  /** A property's own annotation, else the one that its member takes. */
  function seenAs(
    member: string,
    property: Json,
    part: Part,
    group: Group,
  ): Visibility | undefined {
    return visibilityIn(property, name, part.view) ?? group.given.get(member);
  }
}

function omittedIn(given: ReadonlyMap<string, Visibility>): string[] {
  return [...given].filter(([, visibility]) => visibility === "omit").map(([member]) => member);
}

function withoutOmitted(members: readonly string[], { omitted, asks }: Group): string[] {
  return members.filter((member) => asks || !omitted.has(member));
}

function seenText({ at, view }: Part): string {
  return `${addressText(at)} ${view.direction} ${view.operation ?? ""}`;
}

/** A `required` that is no array is data, and so is any member that is no name. */
function stringsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function entriesOf(value: Json | undefined): (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function mapMembers(value: Json, change: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(entriesOf(value).map(([name, each]) => [name, change(each, name)]));
}
