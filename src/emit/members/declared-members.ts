/**
 * The members that the schemas of an answer or a request declare, whatever it chooses. In: a definition. Out: a graph of places; recursive
 * types have recursive places. An array is as its items: no schema of an answer tells an array from one item by its members.
 */

import { collectInPlace } from "../../model/in-place.js";
import { isUnconstrained, type Definition, type Node } from "../v1.js";

/** A place of an answer: `any` where every member is declared, or there are none. */
export type Place = "any" | DeclaredPlace;

export interface DeclaredPlace {
  readonly members: ReadonlyMap<string, Place>;
}

/** Stands for every other member of a map. */
const ANY_MEMBER = "*";

export class DeclaredMembers {
  readonly #nodeIds = new Map<Node, number>();
  /** A place is here before its members are, which ends recursion. */
  readonly #places = new Map<string, DeclaredPlace>();
  readonly #enveloped = new Map<DeclaredPlace, DeclaredPlace>();

  /** @param envelope the member that the server writes by itself; undefined in a request */
  placeOf({ node }: Definition, envelope?: string): Place {
    const place = this.#place([node]);
    if (place === "any" || envelope === undefined) return place;
    const known = this.#enveloped.get(place);
    if (known !== undefined) return known;
    const whole = { members: new Map(place.members).set(envelope, "any") };
    this.#enveloped.set(place, whole);
    return whole;
  }

  #place(start: readonly Node[]): Place {
    const nodes = withElements(start);
    const names = new Set(nodes.flatMap(({ properties }) => [...properties.keys()]));
    const values = nodes.flatMap((node) => mapValues(node, names.size > 0));
    const isOpen = values.some(isUnconstrained);
    if (names.size === 0 && (values.length === 0 || isOpen)) return "any";
    const key = this.#keyOf(nodes);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const members = new Map<string, Place>();
    const place = { members };
    this.#places.set(key, place);
    for (const name of names) {
      const own = nodes.flatMap(({ properties }) => properties.get(name)?.node ?? []);
      members.set(name, this.#place(own));
    }
    if (values.length > 0) members.set(ANY_MEMBER, isOpen ? "any" : this.#place(values));
    return place;
  }

  #keyOf(nodes: readonly Node[]): string {
    const ids = nodes.map((node) => {
      const id = this.#nodeIds.get(node) ?? this.#nodeIds.size;
      this.#nodeIds.set(node, id);
      return id;
    });
    return ids.sort((left, right) => left - right).join();
  }
}

/** The nodes that apply to a value, and to its items where it is an array. */
function withElements(start: readonly Node[]): readonly Node[] {
  const all = new Set(collectInPlace(start));
  for (const { items, prefixItems } of all) {
    const elements = items === undefined ? prefixItems : [...prefixItems, items];
    for (const node of collectInPlace(elements)) all.add(node);
  }
  return [...all];
}

/**
 * The schemas of members that no name declares. Beside names, `additionalProperties: true` says what its absence says (JSON Schema
 * 2020-12 Core §10.3.2.3), and declares nothing: published releases write it into their checkouts and carts.
 */
function mapValues(
  { additionalProperties, unevaluatedProperties, patternProperties }: Node,
  hasNames: boolean,
): readonly Node[] {
  const others = [additionalProperties, unevaluatedProperties].filter(
    (node): node is Node =>
      node !== undefined && node.never === undefined && !(hasNames && isUnconstrained(node)),
  );
  return [...patternProperties.map(({ node }) => node), ...others];
}
