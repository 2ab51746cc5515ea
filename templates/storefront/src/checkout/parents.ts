/**
 * Which line a line belongs to (§2.4). In: lines, and what was asked for. Out: the lines with the ids of their
 * parents, and what is wrong about those that name none.
 */

import { errorMessage, type Message } from "@proto-gen/runtime/error";
import type { Asked, Line, PlacedLine } from "./lines.js";

export interface WithParents {
  readonly lines: readonly Line[];
  readonly messages: readonly Message[];
}

/** Lines are named by the ids that the request has for them, and by those that the shop gave them. */
export function withParents(placed: readonly PlacedLine[], asked: readonly Asked[]): WithParents {
  const indexes = indexesById(placed, asked);
  const parents = new Map(
    placed.map(({ index }) => [index, indexes.get(asked[index]?.parent_id ?? "")]),
  );
  const ids = new Map(placed.map(({ line, index }) => [index, line.id]));
  const messages: Message[] = [];
  const lines = placed.map(({ line, index }, at): Line => {
    if (asked[index]?.parent_id === undefined) return line;
    const parent = parents.get(index);
    if (parent === undefined || isBelowItself(index, parents)) {
      messages.push(invalidParent(at));
      return line;
    }
    // Of a parent that did not come to be, its own message says why.
    const id = ids.get(parent);
    return id === undefined ? line : { ...line, parent_id: id };
  });
  return { lines, messages };
}

function indexesById(
  placed: readonly PlacedLine[],
  asked: readonly Asked[],
): ReadonlyMap<string, number> {
  const indexes = new Map(placed.map(({ line, index }) => [line.id, index]));
  for (const [index, { id }] of [...asked.entries()].reverse())
    if (id !== undefined) indexes.set(id, index);
  return indexes;
}

function isBelowItself(index: number, parents: ReadonlyMap<number, number | undefined>): boolean {
  const seen = new Set<number>();
  let above = parents.get(index);
  while (above !== undefined && !seen.has(above)) {
    seen.add(above);
    above = parents.get(above);
  }
  return seen.has(index);
}

/** @param at of the answer's lines */
function invalidParent(at: number): Message {
  const path = `$.line_items[${at}].parent_id`;
  const content = "A line belongs to another line of the same request.";
  return errorMessage({ code: "invalid_parent", content, severity: "recoverable", path });
}
