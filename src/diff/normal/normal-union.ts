/**
 * The normal form of a union: unions in unions as one, null as a branch of its own, listed values as one list, no
 * branch twice, `oneOf` as `anyOf` where its branches share no value, and a sole branch in place of the union.
 */

import type { Json } from "@proto-gen/runtime/json";
import { uniqueValues } from "../../json-schema/json-values.js";
import { findDiscriminator } from "../../model/discriminator.js";
import { satisfies } from "../../model/instance/satisfies.js";
import { typeOf } from "../../model/json-type.js";
import { NO_RULES, rulesIn, soleReference, type Node } from "../../model/node.js";
import type { SetProver } from "../sets/set-prover.js";
import { joinRanges } from "./join-ranges.js";
import { isPlain, restrictTypes, typesIn } from "./relevant-rules.js";

/** Of a union with more branches, no two are held against each other. */
export const MAX_COMPARED_BRANCHES = 32;
/** Unions in unions. */
const MAX_NESTING = 8;
/** Branches of a union that others were taken into. */
const MAX_FLAT_BRANCHES = 200;

/** A union, and nothing beside it. */
interface Union {
  readonly branches: readonly Node[];
  readonly isExclusive: boolean;
  /** The union as a whole. */
  readonly node: Node;
}

export function normalUnion(node: Node, prover: SetProver): Node {
  const union = unionOf(node);
  if (union === undefined) return node;
  const steps = [flatten, splitNull, joinLists, separate, dropRepeated, joinBranches];
  const { branches, isExclusive } = steps.reduce<Union>((each, step) => step(each, prover), union);
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0) return only;
  const isSame = branches === union.branches && isExclusive === union.isExclusive;
  if (isSame) return node;
  return Object.freeze({
    ...node,
    types: undefined,
    anyOf: isExclusive ? [] : [branches],
    oneOf: isExclusive ? [branches] : [],
  });
}

/** Undefined where a node has other rules beside its union, but for types that all branches have. */
function unionOf(node: Node): Union | undefined {
  const [name, ...others] = rulesIn(node).filter((each) => each !== "types");
  if (!areTypesRepeated(node)) return undefined;
  if ((name !== "anyOf" && name !== "oneOf") || others.length > 0) return undefined;
  const [branches, ...more] = node[name];
  if (branches === undefined || more.length > 0 || isOpenEnum(branches)) return undefined;
  return { branches, isExclusive: name === "oneOf", node };
}

/** Of a union of several types, the list of them says nothing. */
function areTypesRepeated({ types, anyOf, oneOf }: Node): boolean {
  if (types === undefined) return true;
  const branches = [...anyOf, ...oneOf].flat();
  return (
    types.value.length > 1 &&
    branches.every((each) => typesIn(targetOf(each))?.every((type) => types.value.includes(type)))
  );
}

/** A list of known values beside the type of all: it names values, and refuses none. */
export function isOpenEnum(branches: readonly Node[]): boolean {
  const [first, second, ...others] = branches.filter((each) => !isNull(each));
  if (first === undefined || second === undefined || others.length > 0) return false;
  return isTypeOf(first, second) || isTypeOf(second, first);
}

function isTypeOf(bare: Node, listing: Node): boolean {
  const [name, ...others] = rulesIn(bare);
  const [type, ...more] = bare.types?.value ?? [];
  const listed = listing.values?.value;
  return (
    name === "types" &&
    others.length + more.length === 0 &&
    listed?.every((each) => each === null || typeOf(each) === type) === true
  );
}

export function isNull({ types, values, references }: Node): boolean {
  if (references.length > 0) return false;
  const listed = values?.value ?? types?.value.map((type) => (type === "null" ? null : type));
  return listed?.length === 1 && listed[0] === null;
}

function areDisjoint(branches: readonly Node[], prover: SetProver): boolean {
  if (findDiscriminator(branches) !== undefined) return true;
  if (branches.length > MAX_COMPARED_BRANCHES) return false;
  return branches.every((one, index) =>
    branches.slice(index + 1).every((other) => prover.areDisjoint([one, other])),
  );
}

/** `oneOf` whose branches share no value is `anyOf`. */
function separate(union: Union, prover: SetProver): Union {
  const isExclusive = union.isExclusive && !areDisjoint(union.branches, prover);
  return isExclusive === union.isExclusive ? union : { ...union, isExclusive };
}

/** A branch that is a union itself gives its branches; in `oneOf` only where no value is two of them. */
function flatten(union: Union, prover: SetProver): Union {
  const branches = flatBranches(union, prover, 0);
  return branches.length === union.branches.length ? union : { ...union, branches };
}

function flatBranches(
  { branches, isExclusive }: Union,
  prover: SetProver,
  depth: number,
): readonly Node[] {
  if (depth >= MAX_NESTING || branches.length > MAX_FLAT_BRANCHES) return branches;
  return branches.flatMap((branch) => {
    const inner = unionOf(targetOf(branch));
    if (inner === undefined) return [branch];
    const mayJoin = (!isExclusive && !inner.isExclusive) || areDisjoint(inner.branches, prover);
    return mayJoin ? flatBranches({ ...inner, isExclusive }, prover, depth + 1) : [branch];
  });
}

/** Follows a branch that is a sole reference to the schema that it refers to. */
function targetOf(branch: Node): Node {
  let node = branch;
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    const next = soleReference(node);
    if (next === undefined) return node;
    node = next.node;
  }
  return node;
}

/** Null as a branch of its own, where it can be taken out of all others. */
function splitNull(union: Union): Union {
  const { branches, node } = union;
  const nullable = branches.filter((each) => satisfies(each, null));
  const mixed = nullable.filter((each) => !isNull(each));
  if (mixed.length === 0 || !mixed.every((each) => isPlain(targetOf(each)))) return union;
  const isListed = mixed.every((each) => typesIn(targetOf(each)) !== undefined);
  if (!isListed) return union;
  const rest = branches.flatMap((each) =>
    mixed.includes(each) ? withoutNull(targetOf(each)) : isNull(each) ? [] : [each],
  );
  const [first] = nullable;
  const own =
    first !== undefined && satisfies(node, null) ? [restrictTypes(targetOf(first), ["null"])] : [];
  return { ...union, branches: [...rest, ...own] };
}

function withoutNull(node: Node): Node[] {
  const types = typesIn(node)?.filter((type) => type !== "null") ?? [];
  return types.length === 0 ? [] : [restrictTypes(node, types)];
}

/** All listed values as one list, where the first of the lists is; of `oneOf`, those that one branch has. */
function joinLists(union: Union): Union {
  const { branches, node, isExclusive } = union;
  const lists = branches.filter((each) => !isNull(each) && listOf(each) !== undefined);
  const [first] = lists;
  if (first === undefined || lists.length < 2) return union;
  const all = uniqueValues(lists.flatMap((each) => listOf(each) ?? []));
  const values = isExclusive ? all.filter((value) => satisfies(node, value)) : all;
  const joined = listNode(targetOf(first), values);
  const others = new Set<Node>(lists.slice(1));
  return {
    ...union,
    branches: branches
      .filter((each) => !others.has(each))
      .map((each) => (each === first ? joined : each)),
  };
}

function listNode(node: Node, values: readonly Json[]): Node {
  const origin = node.values?.origin ?? node.origin;
  return Object.freeze({ ...node, ...NO_RULES, values: { value: values, origin } });
}

/** The values of a branch that only lists some, without those that its types refuse. */
function listOf(branch: Node): readonly Json[] | undefined {
  const node = targetOf(branch);
  const isList = node.values !== undefined && isPlain(node);
  return isList
    ? node.values.value.filter((each) => satisfies(node, each, { assertFormats: false }))
    : undefined;
}

function joinBranches(union: Union, prover: SetProver): Union {
  const { branches, isExclusive } = union;
  if (isExclusive || branches.length > MAX_COMPARED_BRANCHES) return union;
  return { ...union, branches: joinRanges(branches, prover) };
}

/** Without a branch that says what an earlier one says; two such branches of `oneOf` refuse each other's values. */
function dropRepeated(union: Union, { likeness }: SetProver): Union {
  const { branches, isExclusive } = union;
  if (isExclusive) return union;
  const kept: Node[] = [];
  const byOutline = new Map<number, Node[]>();
  for (const branch of branches) {
    const { number } = likeness.outlineOf(branch);
    const same = byOutline.get(number) ?? [];
    byOutline.set(number, same);
    if (same.some((each) => likeness.areAlike(each, branch))) continue;
    same.push(branch);
    kept.push(branch);
  }
  return kept.length === branches.length ? union : { ...union, branches: kept };
}
