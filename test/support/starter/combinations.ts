/** Combinations of options of `init`, so that each pair of values is in one of them. */

export type Choices = Readonly<Record<string, readonly string[]>>;
export type Combination = Readonly<Record<string, string>>;

/**
 * @param isPossible refuses combinations that cannot be
 * @returns combinations in which every pair of values occurs that can occur
 */
export function pairwise(
  choices: Choices,
  isPossible: (combination: Combination) => boolean,
): readonly Combination[] {
  const all = everyCombination(choices).filter(isPossible);
  const missing = new Set(all.flatMap(pairsIn));
  const chosen: Combination[] = [];
  while (missing.size > 0) {
    const best = all.reduce((one, other) =>
      newIn(other, missing) > newIn(one, missing) ? other : one,
    );
    for (const pair of pairsIn(best)) missing.delete(pair);
    chosen.push(best);
  }
  return chosen;
}

function newIn(combination: Combination, missing: ReadonlySet<string>): number {
  return pairsIn(combination).filter((pair) => missing.has(pair)).length;
}

function everyCombination(choices: Choices): readonly Combination[] {
  return Object.entries(choices).reduce<readonly Combination[]>(
    (found, [name, values]) =>
      found.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
}

function pairsIn(combination: Combination): readonly string[] {
  const entries = Object.entries(combination).map(([name, value]) => `${name}=${value}`);
  return entries.flatMap((one, index) =>
    entries.slice(index + 1).map((other) => `${one} ${other}`),
  );
}
