/** A number with its noun: `1 file`, `2 files`, `0 entries`. */

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
