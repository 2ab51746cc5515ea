/**
 * What goes from a payload with an extension. In: a root's parts in one view. Out: for each
 * contribution, the paths of the members that the base does not declare and it does.
 */

import { collectInPlace } from "../../model/in-place.js";
import { isUnconstrained, type Node } from "../../model/node.js";
import type { SurfacePart, SurfaceView } from "../../model/model.js";

/** Names of members; `*` for the items of an array and the members of a map. */
type Path = readonly string[];

/** The nodes that the same place of a payload has in each part. */
type Place = ReadonlyMap<SurfacePart, readonly Node[]>;

const EACH = "*";

/**
 * Two contributions may declare one member: it is in both lists, and goes when neither is active. A
 * member that goes with the one it stands in is in none.
 */
export function ownMembers({
  base,
  contributions,
}: SurfaceView): ReadonlyMap<SurfacePart, readonly Path[]> {
  const found = new Map<SurfacePart, Path[]>();
  const root = new Map<SurfacePart, readonly Node[]>();
  for (const part of [base, ...contributions]) root.set(part, nodesOf(part));
  const numbers = new Map<Node, number>();
  walk(root, root.size, [], new Set());
  return found;

  /** @param holders how many parts declare the nearest member above */
  function walk(place: Place, holders: number, path: Path, open: ReadonlySet<string>): void {
    const theirs = [...place].filter(([part]) => part !== base).map(([, nodes]) => nodes);
    const known = place.get(base) ?? [];
    const nothingNew = theirs.every((nodes) => nodes.every((node) => known.includes(node)));
    const alone = place.size === 1 && holders === 1;
    const key = keyOf(place);
    if (nothingNew || alone || open.has(key)) return;
    const below = new Set(open).add(key);
    const speakers = speakersOf(place);
    for (const name of new Set(theirs.flat().flatMap(declaredNames))) {
      const member = descend(speakers(name), (node) => memberNodes(node, name));
      if (!member.has(base) && member.size !== holders) {
        for (const part of member.keys()) listOf(part).push([...path, name]);
      }
      walk(member, member.size, [...path, name], below);
    }
    // Below `*` nothing tells a member that the base names from the others.
    const mixed = known.some(({ properties }) => properties.size > 0);
    const each = descend(place, (node) => eachNodes(node, mixed));
    walk(each, holders, [...path, EACH], below);
  }

  /** Types that lead back to themselves lead to the same nodes. */
  function keyOf(place: Place): string {
    const numberOf = (node: Node): number => {
      const number = numbers.get(node) ?? numbers.size;
      numbers.set(node, number);
      return number;
    };
    const parts = [...place].map(([part, nodes]) => [part.capability, nodes.map(numberOf)]);
    return JSON.stringify(parts);
  }

  function listOf(part: SurfacePart): Path[] {
    const list = found.get(part) ?? [];
    found.set(part, list);
    return list;
  }
}

function nodesOf({ definition }: SurfacePart): readonly Node[] {
  return speaking([definition.node]);
}

/**
 * For a name, the parts that may say something of the member: most have a few names of their own, and with many
 * extensions each name would be looked for in every part.
 */
function speakersOf(place: Place): (name: string) => Place {
  const parts = [...place];
  const byName = new Map<string, Set<number>>();
  const ofAny: number[] = [];
  for (const [index, [, nodes]] of parts.entries()) {
    if (nodes.some(speaksOfAny)) ofAny.push(index);
    for (const name of nodes.flatMap(({ properties }) => [...properties.keys()])) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, new Set([index]));
      else known.add(index);
    }
  }
  return (name) => {
    const found = [...new Set([...ofAny, ...(byName.get(name) ?? [])])];
    return new Map(
      found.sort((left, right) => left - right).map((index) => parts[index] as (typeof parts)[0]),
    );
  };
}

function speaksOfAny(node: Node): boolean {
  return (
    node.patternProperties.length > 0 ||
    node.dependentRequired.length > 0 ||
    mapNode(node) !== undefined
  );
}

/** The parts that have something there, and what. */
function descend(place: Place, next: (node: Node) => readonly Node[] | undefined): Place {
  const below = new Map<SurfacePart, readonly Node[]>();
  for (const [part, nodes] of place) {
    const found = nodes.flatMap((node) => next(node) ?? []);
    if (nodes.some((node) => next(node) !== undefined)) below.set(part, speaking(found));
  }
  return below;
}

/** The nodes that may apply to the same value, and say something of members. */
function speaking(nodes: readonly Node[]): readonly Node[] {
  return [...collectInPlace(nodes)].filter(saysOfMembers);
}

function saysOfMembers(node: Node): boolean {
  return (
    node.properties.size > 0 ||
    node.patternProperties.length > 0 ||
    node.dependentRequired.length > 0 ||
    eachNodes(node, false) !== undefined
  );
}

/** The names that a node gives a schema; one that it only requires is another's. */
function declaredNames({ properties }: Node): string[] {
  return [...properties].flatMap(([name, { origins }]) =>
    origins.length > 0 && name !== EACH ? [name] : [],
  );
}

/** Undefined where the node says nothing of the member: one that it requires, it needs. */
function memberNodes(node: Node, name: string): readonly Node[] | undefined {
  const property = node.properties.get(name);
  if (property !== undefined) return [property.node];
  const patterns = node.patternProperties.filter(({ pattern }) => matches(pattern, name));
  if (patterns.length > 0) return patterns.map((each) => each.node);
  if (node.dependentRequired.some(({ required }) => required.value.includes(name))) return [];
  const map = mapNode(node);
  return map && [map];
}

function matches(pattern: string, name: string): boolean {
  return new RegExp(pattern, "u").test(name);
}

/** The schema of a map's members. One that is open, or closed, is no map. */
function mapNode({ additionalProperties }: Node): Node | undefined {
  if (additionalProperties === undefined || additionalProperties.never !== undefined)
    return undefined;
  return isUnconstrained(additionalProperties) ? undefined : additionalProperties;
}

function eachNodes(node: Node, itemsOnly: boolean): readonly Node[] | undefined {
  const map = itemsOnly ? undefined : mapNode(node);
  const items = [...node.prefixItems, ...(node.items === undefined ? [] : [node.items])];
  const all = map === undefined ? items : [...items, map];
  return all.length === 0 ? undefined : all;
}
