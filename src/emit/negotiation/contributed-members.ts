/**
 * The members that leave a payload together with an extension: for each contribution to a root, the paths that it
 * declares and the base does not. All parts are walked side by side, one place of a payload at a time, since many
 * extensions share most of their schemas.
 */

import { collectInPlace } from "../../model/in-place.js";
import { isUnconstrained, type Node } from "../v1.js";
import type { SubsetPart, SubsetView } from "../../model/model.js";

/** Names of members; `*` for the items of an array and the members of a map. */
type MemberPath = readonly string[];

/** For one place of a payload, the nodes that each part has there. */
type NodesByPart = ReadonlyMap<SubsetPart, readonly Node[]>;

const ANY_MEMBER = "*";

/**
 * Two contributions may declare one member: it is in both lists, and goes when neither is active. A member that
 * goes with the one it stands in is in no list.
 */
export function collectContributedMembers(
  view: SubsetView,
): ReadonlyMap<SubsetPart, readonly MemberPath[]> {
  const walk = new ContributionWalk(view.base);
  const root = new Map<SubsetPart, readonly Node[]>();
  for (const part of [view.base, ...view.contributions])
    root.set(part, memberNodesInPlace([part.definition.node]));
  walk.visit({ nodes: root, declaring: root.size, path: [], ancestors: new Set() });
  return walk.members;
}

interface Visit {
  readonly nodes: NodesByPart;
  /** The number of parts that declare the nearest member above. */
  readonly declaring: number;
  readonly path: MemberPath;
  /** Keys of the places above: recursive types come back to the same nodes. */
  readonly ancestors: ReadonlySet<string>;
}

class ContributionWalk {
  readonly members = new Map<SubsetPart, MemberPath[]>();
  readonly #base: SubsetPart;
  readonly #nodeIds = new Map<Node, number>();

  constructor(base: SubsetPart) {
    this.#base = base;
  }

  visit(visit: Visit): void {
    const { nodes, path } = visit;
    if (this.#isSettled(visit)) return;
    const key = this.#keyOf(nodes);
    if (visit.ancestors.has(key)) return;
    const ancestors = new Set(visit.ancestors).add(key);
    const partsOf = partsByName(nodes);
    const contributed = [...nodes].filter(([part]) => part !== this.#base);
    for (const name of new Set(contributed.flatMap(([, own]) => own.flatMap(declaredNames)))) {
      const member = descend(partsOf(name), (node) => memberNodes(node, name));
      const memberPath = [...path, name];
      if (!member.has(this.#base) && member.size !== visit.declaring)
        for (const part of member.keys()) this.#add(part, memberPath);
      this.visit({ nodes: member, declaring: member.size, path: memberPath, ancestors });
    }
    // Below `*` nothing tells a member that the base names from the others.
    const itemsOnly = nodes.get(this.#base)?.some(({ properties }) => properties.size > 0) ?? false;
    const elements = descend(nodes, (node) => elementNodes(node, itemsOnly));
    this.visit({ ...visit, nodes: elements, path: [...path, ANY_MEMBER], ancestors });
  }

  /** Nothing below can be contributed: the base has all nodes, or the one part here is alone above, too. */
  #isSettled({ nodes, declaring }: Visit): boolean {
    if (nodes.size === 1 && declaring === 1) return true;
    const base = nodes.get(this.#base) ?? [];
    return [...nodes].every(
      ([part, own]) => part === this.#base || own.every((node) => base.includes(node)),
    );
  }

  #add(part: SubsetPart, path: MemberPath): void {
    const paths = this.members.get(part) ?? [];
    this.members.set(part, paths);
    paths.push(path);
  }

  #keyOf(nodes: NodesByPart): string {
    const idOf = (node: Node): number => {
      const id = this.#nodeIds.get(node) ?? this.#nodeIds.size;
      this.#nodeIds.set(node, id);
      return id;
    };
    return JSON.stringify([...nodes].map(([part, own]) => [part.capability, own.map(idOf)]));
  }
}

/**
 * An index: for a name, the parts that may declare the member. Most parts have a few names of their own; with many
 * extensions, a search for each name in every part would be slow.
 */
function partsByName(place: NodesByPart): (name: string) => NodesByPart {
  const parts = [...place];
  const byName = new Map<string, Set<number>>();
  const ofAnyName: number[] = [];
  for (const [index, [, nodes]] of parts.entries()) {
    if (nodes.some(mayDeclareAnyName)) ofAnyName.push(index);
    for (const name of nodes.flatMap(({ properties }) => [...properties.keys()])) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, new Set([index]));
      else known.add(index);
    }
  }
  return (name) => {
    const indexes = [...new Set([...ofAnyName, ...(byName.get(name) ?? [])])];
    return new Map(
      indexes.sort((left, right) => left - right).map((index) => parts[index] as (typeof parts)[0]),
    );
  };
}

function mayDeclareAnyName(node: Node): boolean {
  return (
    node.patternProperties.length > 0 ||
    node.dependentRequired.length > 0 ||
    mapValueNode(node) !== undefined
  );
}

/** The place below, with the parts that have something there. */
function descend(
  place: NodesByPart,
  step: (node: Node) => readonly Node[] | undefined,
): NodesByPart {
  const below = new Map<SubsetPart, readonly Node[]>();
  for (const [part, nodes] of place) {
    const steps = nodes.map(step);
    if (steps.some((each) => each !== undefined))
      below.set(part, memberNodesInPlace(steps.flatMap((each) => each ?? [])));
  }
  return below;
}

/** The nodes that may apply to the same value, and that constrain its members or items. */
function memberNodesInPlace(nodes: readonly Node[]): readonly Node[] {
  return [...collectInPlace(nodes)].filter(hasMembersOrElements);
}

function hasMembersOrElements(node: Node): boolean {
  return (
    node.properties.size > 0 ||
    node.patternProperties.length > 0 ||
    node.dependentRequired.length > 0 ||
    elementNodes(node, false) !== undefined
  );
}

/** The names that a node has a schema for; a member that it only requires is declared elsewhere. */
function declaredNames({ properties }: Node): string[] {
  return [...properties].flatMap(([name, { origins }]) =>
    origins.length > 0 && name !== ANY_MEMBER ? [name] : [],
  );
}

/** Empty for a member that the node only requires; undefined where it does not mention the member. */
function memberNodes(node: Node, name: string): readonly Node[] | undefined {
  const property = node.properties.get(name);
  if (property !== undefined) return [property.node];
  const patterns = node.patternProperties.filter(({ pattern }) => matches(pattern, name));
  if (patterns.length > 0) return patterns.map((each) => each.node);
  if (node.dependentRequired.some(({ required }) => required.value.includes(name))) return [];
  const value = mapValueNode(node);
  return value && [value];
}

function matches(pattern: string, name: string): boolean {
  return new RegExp(pattern, "u").test(name);
}

/** The schema of a map's values. An object that is open or closed is not a map. */
function mapValueNode({ additionalProperties }: Node): Node | undefined {
  if (additionalProperties === undefined || additionalProperties.never !== undefined)
    return undefined;
  return isUnconstrained(additionalProperties) ? undefined : additionalProperties;
}

/** The items of an array and, unless `itemsOnly`, the values of a map. */
function elementNodes(node: Node, itemsOnly: boolean): readonly Node[] | undefined {
  const value = itemsOnly ? undefined : mapValueNode(node);
  const items = [...node.prefixItems, ...(node.items === undefined ? [] : [node.items])];
  const all = value === undefined ? items : [...items, value];
  return all.length === 0 ? undefined : all;
}
