/** Bodies of one answer on both sides: which is which. By place first, then in order. */

import type { Definition } from "../../model/node.js";
import type { Seen, Sides } from "../side.js";

export function alternativePairs(
  { before, after }: Sides,
  from: readonly Definition[],
  to: readonly Definition[],
): (readonly [Definition, Definition])[] {
  const left = [...from];
  const right = [...to];
  const pairs: (readonly [Definition, Definition])[] = [];
  for (const one of from) {
    const other = right.find((each) => placeOf(after, each) === placeOf(before, one));
    if (other === undefined) continue;
    pairs.push([one, other]);
    left.splice(left.indexOf(one), 1);
    right.splice(right.indexOf(other), 1);
  }
  left.forEach((one, index) => {
    const other = right[index];
    if (other !== undefined) pairs.push([one, other]);
  });
  return pairs;
}

/** A composition is known by its root, whatever extends it. */
function placeOf({ schemas, side }: Seen, { origin: { document, pointer } }: Definition): string {
  const source = schemas.source(document);
  if (source === undefined) return document.replace(/\?.*$/, "");
  return `${side.addressOf(source.document)}#${pointer}`;
}
