/** Suggestions for misspelt names: the nearest known name by edit distance. */

/** @param limit the edit distance up to which a name is near */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit = Math.max(2, Math.floor(word.length / 4)),
): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The edits up to which a word is near a keyword: two, or one for a short word. */
export function keywordLimit(word: string): number {
  return word.length > 5 ? 2 : 1;
}

/**
 * The keyword that a word probably stands for. A word may mean something else where a name may not, so that it must be
 * nearer: two edits apart, or one for a short word; a missing `$` is one.
 */
export function nearestKeyword(word: string, keywords: Iterable<string>): string | undefined {
  if (word.length < 3) return undefined;
  const most = keywordLimit(word);
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const keyword of keywords) {
    if (keyword.length < 4 || Math.abs(keyword.length - word.length) > most) continue;
    const distance = editDistance(word.toLowerCase(), keyword.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [keyword, distance];
  }
  return best;
}

/** The dotted name that differs from a name in one part, which is near as a keyword is. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const labels = name.split(".");
  for (const candidate of candidates) {
    const others = candidate.split(".");
    if (others.length !== labels.length) continue;
    const different = labels.flatMap((label, index) =>
      label === others[index] ? [] : [[label, others[index] as string] as const],
    );
    const [[label, other] = [], ...more] = different;
    if (label === undefined || other === undefined || more.length > 0) continue;
    if (nearestKeyword(label, [other]) !== undefined) return candidate;
  }
  return undefined;
}

/** `did you mean X?`, or undefined where nothing is near. The last part of a dotted name is near the name. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const names = [...candidates];
  const match = names.find((name) => name.endsWith(`.${word}`)) ?? nearest(word, names);
  return match === undefined ? undefined : `did you mean ${match}?`;
}

/** Insertions, deletions, substitutions, and swaps of two neighbors. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution =
        (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      const isSwap =
        row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swap = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(substitution, insertion, deletion, swap));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
