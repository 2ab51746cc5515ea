/** A body may be of another media type. */

import { contractOf, type TypedBody } from "../contract.js";
import { NARROWS, REPLACES, WIDENS_MILDLY, type Found, type Rule } from "../rule.js";

function ruleFor(sentWith: TypedBody["sentWith"], id: string, purpose: string): Rule {
  return {
    id,
    purpose,
    levels: REPLACES,
    sentWith,
    *calls({ before, after }, sides) {
      const from = before && contractOf(sides.before, before);
      const to = after && contractOf(sides.after, after);
      for (const body of from?.bodies ?? []) {
        const other = to?.bodies.find(({ name }) => name === body.name);
        if (body.sentWith === sentWith && other !== undefined) yield* changes(body, other);
      }
    },
  };
}

function* changes(before: TypedBody, after: TypedBody): Generator<Found> {
  // That there is a body, or none any more, is said by rules of its own.
  if (before.types.length === 0 || after.types.length === 0) return;
  const at = { before: before.at, after: after.at };
  const gone = before.types.filter((type) => !after.types.includes(type));
  const added = after.types.filter((type) => !before.types.includes(type));
  if (gone.length > 0)
    yield {
      ...at,
      message: `${before.name} is not of ${gone.join(", ")} any more`,
      // Who gets an answer of a type that it does not know reads nothing.
      levels: added.length > 0 ? REPLACES : NARROWS,
    };
  if (added.length > 0)
    yield { ...at, message: `${after.name} may be of ${added.join(", ")}`, levels: WIDENS_MILDLY };
}

export const requestMediaTypeChanged = ruleFor(
  "call",
  "request-media-type-changed",
  "The body of a call may be of another media type.",
);

export const responseMediaTypeChanged = ruleFor(
  "answer",
  "response-media-type-changed",
  "The body of an answer may be of another media type.",
);
