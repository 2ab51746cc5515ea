/** How much of a text that somebody makes at random is random. */

/** Counts the bits that are set in some of 200 texts of base64url, and not in others: those that none of them fixes. */
export function countFreeBits(texts: readonly string[]): number {
  const bytes = texts.map((text) => Buffer.from(text, "base64url"));
  const bits = Array.from({ length: Math.min(...bytes.map(({ length }) => length)) * 8 });
  const free = bits.filter((_, at) => {
    const set = bytes.filter((each) => ((each[at >> 3] ?? 0) >> (at & 7)) & 1).length;
    return set > texts.length / 5 && set < (texts.length * 4) / 5;
  });
  return free.length;
}
