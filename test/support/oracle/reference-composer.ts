/**
 * A second composer, written from DESIGN §6 alone, to judge the first one by. In: documents as their authors wrote them,
 * a root, the active contributions in their order, a view. Out: one self-contained JSON Schema 2020-12, without any
 * annotation, that ajv can judge by. It is naive on purpose: every schema is written down anew for every instance that it
 * describes.
 *
 * An *instance* is described by a group of schemas: the branches of one `allOf`, which are the root and the contributions,
 * what they refer to in place, and their own `allOf`s. `then`, `else`, `if`, `not`, `anyOf`, `oneOf` and `dependentSchemas`
 * speak of the same instance, but each is a group of its own within the outer one. A member or an item is another instance.
 *
 * Where DESIGN §6 leaves a question open, this is how it is read here:
 *
 *  1. The last annotation is the one of the last schema in this order: root, contributions in their order; within a schema,
 *     what its `$ref` leads to, its `allOf`, its own `properties`. `{$ref: A, properties: {m: required}}`: `m` is required,
 *     whatever `A` says of it.
 *  2. A contribution that refers to the root, or to another active contribution, says nothing of theirs once more: they have
 *     had their turn. Base: `m` optional; the first extension: `m` omitted; the second: `allOf: [base]`. `m` is omitted.
 *  3. An annotation that has nothing for the view's operation is none. Base: `{create: "optional"}`; extension:
 *     `{update: "omit"}`. In an update the base's property goes, too.
 *  4. `required` and `optional` change the `required` beside the property that they hold for, and no other.
 *     `allOf: [{required: [m]}, {properties: {m: optional}}]`: `m` stays required.
 *  5. Of two siblings, the later one decides. `m` required, then omitted: no `required` asks for it. `m` omitted, then
 *     required: it is asked for.
 *  6. An omit that another annotation follows takes the member out of the `required` beside it only. The first extension:
 *     `m` omitted, `required: [m, n]`; the second: `m` optional. A third one's `required: [m]` still asks for it.
 *  7. What is given within `then`, `else`, `if`, `not`, `anyOf`, `oneOf` or `dependentSchemas` holds within it only, and
 *     what is given outside gives no annotation to a property within: these are no branches of an `allOf`. What is omitted
 *     outside still leaves every `required` within. Base: `m` omitted, `then: {properties: {m: {type: "string"}}, required:
 *     [m]}`: `then` asks for no `m`, and one that is there is a string.
 *  8. In an `if` or `not`, also further down in it, every `required` stays as it is but for what `required` and `optional`
 *     say beside it. `m` omitted, `if: {required: [m]}`: `then` holds where `m` is there all the same.
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
 * `$dynamicRef`, anchors and an `$id` below a document's root are not read: they throw.
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
}

/** A schema where it stands, and the view that it is seen in. */
interface Part {
  readonly at: Address;
  readonly view: ReferenceView;
  readonly schema: Json;
}

/** What holds for all schemas that are branches of one `allOf`. */
interface Group {
  /** Different for groups of which a schema is seen differently. */
  readonly key: string;
  /** The last annotation given for each member. */
  readonly given: ReadonlyMap<string, Visibility>;
  /** Members that no `required` asks for. */
  readonly omitted: ReadonlySet<string>;
  /** An `if` or `not` is around it: what it requires is a question. */
  readonly asks: boolean;
  /** The root and the contributions, where they are what is composed. */
  readonly entries: ReadonlyMap<string, Part>;
}

interface Outer {
  readonly omitted: ReadonlySet<string>;
  readonly asks: boolean;
}

const OUTERMOST: Outer = { omitted: new Set(), asks: false };

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
const UNREAD = new Set([
  ...["$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$recursiveAnchor"],
]);

export function composeReference(request: ReferenceRequest): JsonObject {
  const { documents, name } = request;
  const bundled = new Map<string, Json>();
  const names = new Map<string, string>();

  const entries = [request.root, ...request.contributions].map((at) => partAt(at, request.view));
  const whole = groupOf("whole", entries, OUTERMOST, true);
  const allOf = entries.map((entry) => ({ $ref: define(entry, whole) }));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    allOf,
    $defs: Object.fromEntries(bundled),
  };

  function partAt(at: Address, view: ReferenceView): Part {
    const seen = viewWithin(documents.get(at.document) ?? false, name, view);
    return { at, view: seen, schema: valueAt(documents, at) };
  }

  function childOf({ at, view }: Part, ...tokens: readonly string[]): Part {
    const child = below(at, ...tokens);
    return { at: child, view, schema: valueAt(documents, child) };
  }

  function targetPart({ at, view }: Part, reference: string, entered: Group["entries"]): Part {
    const target = targetOf(documents, at.document, reference);
    return entered.get(addressText(target)) ?? partAt(target, view);
  }

  function groupOf(key: string, parts: readonly Part[], outer: Outer, isWhole = false): Group {
    const own = parts.map((part) => [addressText(part.at), part] as const);
    const entered: Group["entries"] = new Map(isWhole ? own : []);
    const all = parts.flatMap((part) => [...annotationsOf(part, entered, new Set())]);
    const given = new Map(all);
    const here = [...given].filter(([, visibility]) => visibility === "omit").map(([each]) => each);
    const omitted = new Set([...outer.omitted, ...here]);
    return { key, given, omitted, asks: outer.asks, entries: entered };
  }

  /** What a schema gives, in place, in the order of reading 1. */
  function* annotationsOf(
    part: Part,
    entered: Group["entries"],
    above: ReadonlySet<string>,
  ): Generator<readonly [string, Visibility]> {
    const { schema } = part;
    const here = addressText(part.at);
    if (!isObject(schema) || above.has(here)) return;
    const around = new Set([...above, here]);
    if (typeof schema["$ref"] === "string") {
      const target = targetPart(part, schema["$ref"], entered);
      if (!entered.has(addressText(target.at))) yield* annotationsOf(target, entered, around);
    }
    for (const branch of branchesOf(part, "allOf")) yield* annotationsOf(branch, entered, around);
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
    return written(part, groupOf(seenText(part), [part], OUTERMOST));
  }

  /** A condition's or an alternative's schema, for the instance of the group around it. */
  function writtenWithin(part: Part, group: Group, asks = group.asks): Json {
    const outer = { omitted: group.omitted, asks };
    const omitted = JSON.stringify([...group.omitted].sort());
    return written(part, groupOf(`${seenText(part)} ${asks} ${omitted}`, [part], outer));
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
        return typeof value === "string"
          ? define(targetPart(part, value, group.entries), group)
          : undefined;
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

  /** A property's own annotation, else the last one given for its member. */
  function seenAs(
    member: string,
    property: Json,
    part: Part,
    group: Group,
  ): Visibility | undefined {
    return visibilityIn(property, name, part.view) ?? group.given.get(member);
  }
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
