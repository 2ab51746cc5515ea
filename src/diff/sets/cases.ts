/** Tells the cases of a premise apart: the branches of a union, a condition that holds or fails, the types. */

import type { Node } from "../../model/node.js";
import { extend, typesOfPremise, type Premise } from "./premise.js";
import type { SetProver } from "./set-prover.js";

/** Of a union with more, no cases are made. */
const MAX_BRANCHES = 64;

interface CaseOptions {
  readonly ofTypes?: boolean;
}

/** Undefined where there is nothing to tell apart. */
export function casesOf(
  prover: SetProver,
  premise: Premise,
  { ofTypes = true }: CaseOptions = {},
): readonly Premise[] | undefined {
  return (
    (ofTypes ? typeCases(prover, premise) : undefined) ??
    unionCases(premise) ??
    conditionCases(premise)
  );
}

function typeCases(prover: SetProver, premise: Premise): readonly Premise[] | undefined {
  const types = typesOfPremise(premise);
  if (types.length < 2) return undefined;
  return types.map((type) => extend(premise, [prover.keywordNode("type", type)]));
}

function unionCases(premise: Premise): readonly Premise[] | undefined {
  const { holds, decided } = premise;
  for (const { anyOf, oneOf } of holds)
    for (const branches of [...oneOf, ...anyOf]) {
      if (decided.has(branches) || branches.length < 2 || branches.length > MAX_BRANCHES) continue;
      const isExclusive = oneOf.includes(branches);
      return branches.map((branch) => branchCase(premise, branch, { branches, isExclusive }));
    }
  return undefined;
}

function branchCase(
  premise: Premise,
  branch: Node,
  { branches, isExclusive }: { readonly branches: readonly Node[]; readonly isExclusive: boolean },
): Premise {
  const others = isExclusive ? branches.filter((each) => each !== branch) : [];
  return extend(premise, [branch], { fails: others, decides: branches });
}

function conditionCases(premise: Premise): readonly Premise[] | undefined {
  const conditional = premise.holds
    .flatMap(({ conditionals }) => conditionals)
    .find((each) => !premise.decided.has(each));
  if (conditional === undefined) return undefined;
  const { if: condition, then, else: otherwise } = conditional;
  return [
    extend(premise, [condition, ...(then === undefined ? [] : [then])], { decides: conditional }),
    extend(premise, otherwise === undefined ? [] : [otherwise], {
      fails: [condition],
      decides: conditional,
    }),
  ];
}
