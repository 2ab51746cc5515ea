/**
 * The field mask of an update: an update replaces what it does not repeat (§4.2), so a platform sends back those
 * members of the resource that the update declares. A part that has one type in both directions is sent whole.
 */

import { collectInPlace } from "../../model/in-place.js";
import type { Model } from "../../model/model.js";
import { soleReference, type Definition, type Node } from "../v1.js";

/** The part of a value that is sent: all of it, or some members. */
export type FieldSelection = "all" | FieldMask;

/** Recursive types have recursive masks: the graph may have cycles. */
export interface FieldMask {
  readonly members: ReadonlyMap<string, FieldSelection>;
}

/** Stands for every member of a map. */
const ANY_MEMBER = "*";

/** @returns undefined where the update is not an object with members */
export function buildFieldMask(
  update: Definition,
  resource: Definition,
  model: Pick<Model, "typeOf" | "hasType">,
): FieldMask | undefined {
  const request = [...collectInPlace([update.node])];
  if (memberNames(request).size === 0) return undefined;
  return new FieldMaskBuilder(model).mask(request, [...collectInPlace([resource.node])]);
}

class FieldMaskBuilder {
  readonly #model: Pick<Model, "typeOf" | "hasType">;
  readonly #nodeIds = new Map<Node, number>();
  /** By the nodes on both sides; a mask is here before its members are, which ends recursion. */
  readonly #masks = new Map<string, FieldMask>();

  constructor(model: Pick<Model, "typeOf" | "hasType">) {
    this.#model = model;
  }

  /** @param request nodes that apply in one place of the update, `response` those in the same place of the resource */
  mask(request: readonly Node[], response: readonly Node[]): FieldMask {
    const key = [request, response].map((nodes) => this.#keyOf(nodes)).join(" ");
    const known = this.#masks.get(key);
    if (known !== undefined) return known;
    const members = new Map<string, FieldSelection>();
    const mask = { members };
    this.#masks.set(key, mask);
    for (const name of memberNames(request)) {
      const given = memberNodes(response, name);
      if (given.length > 0) members.set(name, this.#select(memberNodes(request, name), given));
    }
    return mask;
  }

  #select(request: readonly Node[], response: readonly Node[]): FieldSelection {
    if (this.#isSameType(request, response)) return "all";
    const [sent, given] = [[...collectInPlace(request)], [...collectInPlace(response)]];
    if (memberNames(sent).size === 0) return this.#selectElements(sent, given);
    const mask = this.mask(sent, given);
    const isWhole =
      [...memberNames(given)].every((name) => mask.members.has(name)) &&
      [...mask.members.values()].every((each) => each === "all");
    return isWhole ? "all" : mask;
  }

  /** The items of an array have the array's mask; the values of a map have one for every member. */
  #selectElements(request: readonly Node[], response: readonly Node[]): FieldSelection {
    const items = request.flatMap(itemNodes);
    if (items.length > 0) return this.#select(items, response.flatMap(itemNodes));
    const values = request.flatMap(mapValueNodes);
    const value =
      values.length === 0 ? "all" : this.#select(values, response.flatMap(mapValueNodes));
    return value === "all" ? "all" : { members: new Map([[ANY_MEMBER, value]]) };
  }

  #isSameType(request: readonly Node[], response: readonly Node[]): boolean {
    const [one, other] = [referencedDefinition(request), referencedDefinition(response)];
    if (one === undefined || other === undefined) return false;
    if (!this.#model.hasType(one) || !this.#model.hasType(other)) return one === other;
    return this.#model.typeOf(one) === this.#model.typeOf(other);
  }

  #keyOf(nodes: readonly Node[]): string {
    const ids = nodes.map((node) => {
      const id = this.#nodeIds.get(node) ?? this.#nodeIds.size;
      this.#nodeIds.set(node, id);
      return id;
    });
    return ids.sort().join();
  }
}

function memberNames(nodes: readonly Node[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ properties }) => [...properties.keys()]));
}

function memberNodes(nodes: readonly Node[], name: string): readonly Node[] {
  return nodes.flatMap(({ properties }) => properties.get(name)?.node ?? []);
}

function referencedDefinition([node, ...others]: readonly Node[]): Definition | undefined {
  return node === undefined || others.length > 0 ? undefined : soleReference(node);
}

function itemNodes({ items, prefixItems }: Node): readonly Node[] {
  return items === undefined ? prefixItems : [...prefixItems, items];
}

function mapValueNodes({ additionalProperties, patternProperties }: Node): readonly Node[] {
  const patterned = patternProperties.map(({ node }) => node);
  return additionalProperties === undefined || additionalProperties.never !== undefined
    ? patterned
    : [...patterned, additionalProperties];
}
