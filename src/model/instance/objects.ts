/**
 * Objects for nodes. In: nodes without choices, and where the object will stand. Out: objects that may
 * satisfy them: the fullest that is asked for, then with fewer, with more and with other members.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Node } from "../node.js";
import { candidates } from "./candidates.js";
import { choices, type Choices } from "./choices.js";
import { extraNames } from "./extra-names.js";
import { holds, memberNodes } from "./satisfies.js";
import type { Place, Search } from "./search.js";
import { singular } from "./wording.js";

/** How many members are left out, added or varied one at a time. */
const MAX_SINGLE = 24;
/** How many other values of one member are tried. */
const MAX_ALTERNATIVES = 64;
/** An example with more members is none. */
const MAX_MEMBERS = 256;
/** Names that no value is found for, until no further ones are tried. */
const MAX_FRUITLESS = 8;

export function* objects(
  nodes: readonly Node[],
  place: Place,
  search: Search,
): Generator<JsonObject, void> {
  const low = Math.max(0, ...nodes.map(({ minProperties }) => minProperties?.value ?? 0));
  const high = Math.min(...nodes.map(({ maxProperties }) => maxProperties?.value ?? Infinity));
  const required = [...namesOf(nodes, ({ required: origin }) => origin !== undefined)];
  if (low > Math.min(high, MAX_MEMBERS) || required.length > MAX_MEMBERS) return;
  const declared = [...namesOf(nodes, () => true)];
  const members = new Map<string, Choices<Json>>();

  yield* proposals(usualNames());

  function* proposals(usual: readonly string[]): Generator<JsonObject, void> {
    const base = build(usual);
    if (base !== undefined) yield base;
    const present = Object.keys(base ?? {});
    const optional = present.filter((name) => !required.includes(name)).slice(0, MAX_SINGLE);
    for (const without of optional) yield* some(build(usual.filter((name) => name !== without)));
    if (usual.length > required.length) yield* some(build(required));
    const absent = declared.filter((name) => !usual.includes(name)).slice(0, MAX_SINGLE);
    for (const name of absent) yield* some(build([...usual, name]));
    if (absent.length > 1) yield* some(build(declared));
    for (const list of [usual, required])
      for (const count of [1, 2, 3]) yield* some(build(list, {}, list.length + count));
    for (let turn = 1; turn <= MAX_ALTERNATIVES; turn++) {
      const before = present.length;
      let varied = 0;
      for (const name of present.slice(0, MAX_SINGLE)) {
        const value = member(name).at(turn);
        if (value === undefined) continue;
        varied++;
        yield* some(build(usual, { [name]: value }));
      }
      if (varied === 0 || before === 0) return;
    }
  }

  /** Those that are required, and those that the options ask for: at the last depth only plain values. */
  function usualNames(): string[] {
    const { optional, maxDepth } = search;
    return declared.filter((name) => {
      if (required.includes(name)) return true;
      if (optional === "none" || place.depth > maxDepth || isDeprecated(name)) return false;
      return place.depth < maxDepth || isScalar(name);
    });
  }

  function isScalar(name: string): boolean {
    const all = nodes.flatMap((node) => memberNodes(node, name)).flatMap(inPlace);
    const types = all.flatMap((node) => node.types?.value ?? []);
    return types.length > 0 && !types.some((type) => type === "object" || type === "array");
  }

  function isDeprecated(name: string): boolean {
    const all = nodes.flatMap((node) => node.properties.get(name)?.node ?? []).flatMap(inPlace);
    return all.some(({ annotations }) => annotations.deprecated === true);
  }

  /** @param atLeast members, if need be of other names */
  function build(
    names: readonly string[],
    given: JsonObject = {},
    atLeast = low,
  ): JsonObject | undefined {
    const entries: [string, Json][] = [];
    const missing = new Set(required);
    for (const name of withDependents(names)) {
      const isNeeded = required.includes(name);
      if (!isNeeded && entries.length + missing.size >= high) continue;
      const value = Object.hasOwn(given, name) ? given[name] : member(name).at(0);
      if (value === undefined && isNeeded) return undefined;
      missing.delete(name);
      if (value !== undefined) entries.push([name, value]);
    }
    addExtras(entries, atLeast);
    return entries.length > high ? undefined : Object.fromEntries(entries);
  }

  function withDependents(names: readonly string[]): ReadonlySet<string> {
    const all = new Set([...names, ...required]);
    for (const name of all)
      for (const { dependentRequired } of nodes)
        for (const each of dependentRequired)
          if (each.name === name) for (const other of each.required.value) all.add(other);
    return all;
  }

  function addExtras(entries: [string, Json][], atLeast: number): void {
    const isMap = declared.length === 0 && entries.length === 0 && wantsEntry();
    const goal = Math.min(high, isMap ? Math.max(1, atLeast) : atLeast);
    if (entries.length >= goal) return;
    const taken = new Set(entries.map(([name]) => name));
    let fruitless = 0;
    for (const name of otherNames()) {
      if (taken.has(name)) continue;
      taken.add(name);
      const value = member(name).at(0);
      if (value !== undefined) entries.push([name, value]);
      else if (!declared.includes(name) && ++fruitless > MAX_FRUITLESS) return;
      if (entries.length >= goal) return;
    }
  }

  function* otherNames(): Generator<string, void> {
    yield* declared.filter((name) => !required.includes(name));
    yield* extraNames(nodes, place, search);
  }

  /** A map of something is shown with an entry; what may hold anything is left empty. */
  function wantsEntry(): boolean {
    return (
      search.optional !== "none" &&
      place.depth <= search.maxDepth &&
      nodes.some(
        ({ additionalProperties: rest, patternProperties }) =>
          patternProperties.length > 0 ||
          (rest !== undefined && (rest.types ?? rest.references[0] ?? rest.anyOf[0]) !== undefined),
      )
    );
  }

  function member(name: string): Choices<Json> {
    const known = members.get(name);
    if (known !== undefined) return known;
    const created = choices(membersNamed(name));
    members.set(name, created);
    return created;
  }

  function* membersNamed(name: string): Generator<Json, void> {
    const allowed = nodes.every((node) =>
      node.propertyNames.every((each) => holds(each, name, search)),
    );
    const of = nodes.flatMap((node) => memberNodes(node, name));
    const isKnown = nodes.some((node) => (node.properties.get(name)?.origins.length ?? 0) > 0);
    const rest = isKnown ? [] : nodes.flatMap((node) => node.unevaluatedProperties ?? []);
    const owner = singular(place.name);
    // The key of a map says nothing about what the map holds; the map's own name does.
    const inner = { ...place, name: isKnown ? name : owner, owner, depth: place.depth + 1 };
    if (allowed) yield* candidates([...of, ...rest], inner, search);
  }
}

function namesOf(
  nodes: readonly Node[],
  take: (property: { readonly required: unknown }) => boolean,
): ReadonlySet<string> {
  return new Set(
    nodes.flatMap(({ properties }) =>
      [...properties].filter(([, property]) => take(property)).map(([name]) => name),
    ),
  );
}

function inPlace(node: Node): Node[] {
  return [node, ...node.references.flatMap((each) => inPlace(each.node))];
}

function* some<Value>(value: Value | undefined): Generator<Value, void> {
  if (value !== undefined) yield value;
}
