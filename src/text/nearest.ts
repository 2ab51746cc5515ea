/** Suggestions for misspelt names: the nearest known name by edit distance. */

/** @param limit the edit distance up to which a name is near */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit = Math.max(2, Math.floor(word.length / 4)),
): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of compared(word, candidates)) {
    const distance = editDistance(word, candidate, bestDistance - 1);
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
  for (const keyword of compared(word, keywords)) {
    if (keyword.length < 4 || Math.abs(keyword.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), keyword.toLowerCase(), bestDistance - 1);
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

/** How many names a word is compared with. */
const MAX_COMPARED = 100;

/** Of more names, those that begin as the word does: a document may have thousands of words, and of names for each. */
function compared(word: string, candidates: Iterable<string>): readonly string[] {
  const all = [...candidates];
  if (all.length <= MAX_COMPARED) return all;
  const isAlike = (each: string): boolean =>
    each[0] === word[0] && Math.abs(each.length - word.length) <= 3;
  return all.filter(isAlike).slice(0, MAX_COMPARED);
}

/** Names that are longer are compared with nothing: the work grows with the square of their length. */
const MAX_LENGTH = 200;

/**
 * Insertions, deletions, substitutions, and swaps of two neighbors, where they are at most `limit`; Infinity where
 * they are more. Most names differ in their first letters, and are told apart after a few of them.
 */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Infinity;
  if (left.length > MAX_LENGTH || right.length > MAX_LENGTH) return left === right ? 0 : Infinity;
  const width = right.length + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: width }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = new Array<number>(width).fill(Infinity);
    current[0] = row;
    let least = row;
    // A path that leaves this band has more than `limit` insertions or deletions.
    const last = Math.min(right.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const isEqual = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const distance = Math.min(
        previous[column - 1]! + (isEqual ? 0 : 1),
        current[column - 1]! + 1,
        previous[column]! + 1,
        isSwap ? beforePrevious[column - 2]! + 1 : Infinity,
      );
      current[column] = distance;
      if (distance < least) least = distance;
    }
    // A swap leads from the row before the last: no way goes on from rows that are all too far.
    if (least > limit && Math.min(...previous) > limit) return Infinity;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length]!;
}
