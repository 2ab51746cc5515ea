/** Pairs the bodies of one response by address, then in order. */

import { DEFAULT_OUTCOME } from "../../model/services/default-outcome.js";
import type { Definition } from "../../model/node.js";
import type { SideContext, Sides } from "../side.js";

export function pairBodies(
  { before, after }: Sides,
  from: readonly Definition[],
  to: readonly Definition[],
): (readonly [Definition, Definition])[] {
  const left = [...from];
  const right = [...to];
  const pairs: (readonly [Definition, Definition])[] = [];
  for (const one of from) {
    const other = right.find((each) => bodyAddress(after, each) === bodyAddress(before, one));
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

/** A composition has the address of its root, whatever extends it. */
function bodyAddress(
  { schemas, side }: SideContext,
  { origin: { document, pointer } }: Definition,
): string {
  const source = schemas.source(document);
  if (source === undefined) return document.replace(/\?.*$/, "");
  return `${side.addressOf(source.document)}#${pointer}`;
}

/** A body that no document states is the minimum that any business responds with (§7): its members cannot change. */
export function isDocumented({ origin: { document } }: Definition): boolean {
  return !document.startsWith(DEFAULT_OUTCOME);
}
