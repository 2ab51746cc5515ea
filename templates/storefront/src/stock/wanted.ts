/** How many pieces a checkout takes. In: its lines, with the stock of what is counted. Out: sums, and what lacks. */

export interface TakenLine {
  readonly item: { readonly id: string };
  readonly quantity: number;
}

export interface CountedLine {
  readonly line: TakenLine;
  /** Pieces that can be sold in all; undefined where it is not counted. */
  readonly stock: number | undefined;
}

/** Pieces by the item's id. */
export function wantedOf(lines: readonly CountedLine[]): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const { line, stock } of lines) {
    const { item, quantity } = line;
    if (stock !== undefined) wanted.set(item.id, (wanted.get(item.id) ?? 0) + quantity);
  }
  return wanted;
}

/**
 * The lines of which there is not enough, the earlier ones served first.
 * @param taken pieces of others, by the item's id
 */
export function missingOf(
  lines: readonly CountedLine[],
  taken: ReadonlyMap<string, number>,
): number[] {
  const gone = new Map(taken);
  return lines.flatMap(({ line: { item, quantity }, stock }, index) => {
    if (stock === undefined) return [];
    const before = gone.get(item.id) ?? 0;
    if (before + quantity > stock) return [index];
    gone.set(item.id, before + quantity);
    return [];
  });
}
