/** How each rule of a node is proven from a premise. */

import { isMultiple } from "@proto-gen/runtime/codegen/v1";
import type { SimpleKeywordName } from "../../keywords/simple-keyword.js";
import { rulesOf, SIMPLE_KEYWORD_LIST } from "../../keywords/simple-keywords.js";
import type { Conditional, Node, NodeRules } from "../../model/node.js";
import { joinRanges } from "../normal/join-ranges.js";
import { impliesBound } from "./bound-proofs.js";
import { provesContains, provesItems, provesUnevaluatedItems } from "./item-proofs.js";
import {
  provesAdditional,
  provesDependentRequired,
  provesMembers,
  provesNames,
  provesPatterns,
  provesUnevaluated,
} from "./member-proofs.js";
import { extend, typesOfPremise, type Premise } from "./premise.js";
import type { SetProver } from "./set-prover.js";

/** What is to be proven of a node. */
export interface Goal {
  readonly prover: SetProver;
  readonly premise: Premise;
  readonly to: Node;
}

type Proof = (goal: Goal) => boolean;

export function provesRule(goal: Goal, name: keyof NodeRules): boolean {
  return PROOFS[name](goal);
}

const SIMPLE_PROOFS = Object.fromEntries(
  SIMPLE_KEYWORD_LIST.map(({ name }) => [name, (goal: Goal) => provesSimple(goal, name)]),
) as Readonly<Record<SimpleKeywordName, Proof>>;

const PROOFS: { readonly [Name in keyof NodeRules]: Proof } = {
  ...SIMPLE_PROOFS,
  never: () => false,
  types: provesTypes,
  values: () => false,
  references: (goal) => goal.to.references.every(({ node }) => provesNode(goal, node)),
  properties: ofObjects(provesMembers),
  patternProperties: ofObjects(provesPatterns),
  additionalProperties: ofObjects(provesAdditional),
  propertyNames: ofObjects(provesNames),
  unevaluatedProperties: ofObjects(provesUnevaluated),
  dependentRequired: ofObjects(provesDependentRequired),
  dependentSchemas: ofObjects(provesDependentSchemas),
  prefixItems: ofArrays(provesItems),
  items: ofArrays(provesItems),
  contains: ofArrays(provesContains),
  unevaluatedItems: ofArrays(provesUnevaluatedItems),
  anyOf: (goal) => goal.to.anyOf.every((branches) => provesSome(goal, branches)),
  oneOf: (goal) => goal.to.oneOf.every((branches) => provesOne(goal, branches)),
  not: (goal) => goal.to.not.every((each) => refutes(goal, each)),
  conditionals: (goal) => goal.to.conditionals.every((each) => provesConditional(goal, each)),
};

function ofObjects(proof: Proof): Proof {
  return (goal) => !typesOfPremise(goal.premise).includes("object") || proof(goal);
}

function ofArrays(proof: Proof): Proof {
  return (goal) => !typesOfPremise(goal.premise).includes("array") || proof(goal);
}

function provesNode({ prover, premise }: Goal, node: Node): boolean {
  return prover.proves(premise, node);
}

function refutes({ prover, premise }: Goal, node: Node): boolean {
  return prover.isImpossible(extend(premise, [node]));
}

function provesTypes({ premise, to }: Goal): boolean {
  const allowed = to.types?.value ?? [];
  return typesOfPremise(premise).every(
    (type) => allowed.includes(type) || (type === "integer" && allowed.includes("number")),
  );
}

function provesSimple(goal: Goal, name: SimpleKeywordName): boolean {
  const { premise, to } = goal;
  const types = typesOfPremise(premise);
  const { keyword } = SIMPLE_KEYWORD_LIST.find((each) => each.name === name)!;
  const isSubject = types.some(
    (type) => (type === "integer" ? "number" : type) === keyword.appliesTo,
  );
  if (!isSubject) return true;
  return rulesOf(to, name).every(({ value }) =>
    keyword.comparison.kind === "bound"
      ? impliesBound(premise, name, value as number)
      : impliesRule(premise, name, value),
  );
}

function impliesRule(premise: Premise, name: SimpleKeywordName, value: unknown): boolean {
  const own = premise.holds.flatMap((node) => rulesOf(node, name).map((rule) => rule.value));
  if (own.includes(value as never)) return true;
  if (name === "uniqueItems") return impliesBound(premise, "maxItems", 1);
  if (name !== "multipleOf") return false;
  const divisor = value as number;
  const isWhole = typesOfPremise(premise).every((type) => type !== "number");
  return (
    own.some((each) => isMultiple(each as number, divisor)) || (isWhole && isMultiple(1, divisor))
  );
}

/** Ranges that meet are one: a value may be in none of them for certain. */
function provesSome(goal: Goal, branches: readonly Node[]): boolean {
  const joined = branches.length > MAX_JOINED ? branches : joinRanges(branches, goal.prover);
  return [...branches, ...joined].some((each) => provesNode(goal, each));
}

const MAX_JOINED = 32;

/** One branch holds, and all others fail. */
function provesOne(goal: Goal, branches: readonly Node[]): boolean {
  return branches.some(
    (branch) =>
      provesNode(goal, branch) &&
      branches.every((other) => other === branch || refutes(goal, other)),
  );
}

function provesConditional(
  goal: Goal,
  { if: condition, then, else: otherwise }: Conditional,
): boolean {
  const { prover, premise } = goal;
  const given = (holds: readonly Node[], fails: readonly Node[], node: Node | undefined): boolean =>
    node === undefined || prover.proves(extend(premise, holds, { fails }), node);
  return given([condition], [], then) && given([], [condition], otherwise);
}

function provesDependentSchemas(goal: Goal): boolean {
  const { prover, premise, to } = goal;
  return to.dependentSchemas.every(({ name, node }) =>
    prover.proves(prover.given(premise, name), node),
  );
}
