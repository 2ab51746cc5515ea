/** Media types that a body has on one side only. */

import type { CallPair } from "../pairs/call.js";
import { readContract, type TypedBody } from "../pairs/contract.js";
import { NARROWS, REPLACES, WIDENS_MILDLY, type RuleMatch } from "../rule.js";
import type { Sides } from "../side.js";

export function* mediaTypeChanges(
  { before, after }: CallPair,
  sides: Sides,
  sentWith: TypedBody["sentWith"],
): Generator<RuleMatch> {
  const from = before && readContract(sides.before, before);
  const to = after && readContract(sides.after, after);
  for (const body of from?.bodies ?? []) {
    const other = to?.bodies.find(({ name }) => name === body.name);
    if (body.sentWith === sentWith && other !== undefined) yield* changes(body, other);
  }
}

function* changes(before: TypedBody, after: TypedBody): Generator<RuleMatch> {
  // Rules of their own report that a body is new or gone.
  if (before.types.length === 0 || after.types.length === 0) return;
  const at = { before: before.at, after: after.at };
  const gone = before.types.filter((type) => !after.types.includes(type));
  const added = after.types.filter((type) => !before.types.includes(type));
  if (gone.length > 0)
    yield {
      ...at,
      message: `${before.name} is not of ${gone.join(", ")} any more`,
      // A reader cannot read a response of a type that it does not know.
      levels: added.length > 0 ? REPLACES : NARROWS,
    };
  if (added.length > 0)
    yield { ...at, message: `${after.name} may be of ${added.join(", ")}`, levels: WIDENS_MILDLY };
}
