/** Bodies that an answer over REST has on one side only. In: a pair of calls. Out: what they are called, by status. */

import type { Address } from "../../compose/instance.js";
import type { Definition } from "../../model/node.js";
import { alternativePairs } from "../pairs/alternatives.js";
import { definitionText } from "./branch-text.js";
import type { CallPair } from "../pairs/call.js";
import { contractOf } from "../pairs/contract.js";
import { answerPairs, type Two } from "../pairs/inputs.js";
import type { Seen, Sides } from "../side.js";

export interface RestAnswer {
  /** `status 201`. */
  readonly name: string;
  readonly gone: readonly string[];
  readonly added: readonly string[];
  /** There was a body, and there is none. */
  readonly isEmpty: boolean;
  readonly at: Two<Address>;
}

export function restAnswers(pair: CallPair, sides: Sides): RestAnswer[] {
  const from = pair.before && contractOf(sides.before, pair.before);
  const to = pair.after && contractOf(sides.after, pair.after);
  return answerPairs(pair).flatMap(({ name, before, after }) => {
    const one = from?.bodies.find((body) => body.name === name);
    const other = to?.bodies.find((body) => body.name === name);
    if (before === undefined || after === undefined || one === undefined || other === undefined)
      return [];
    const pairs = alternativePairs(sides, before.bodies, after.bodies);
    const isEmpty = before.bodies.length > 0 && after.bodies.length === 0;
    const isSame = one.reference !== undefined && one.reference === other.reference;
    const kept = new Set(isSame && !isEmpty ? [...before.bodies, ...after.bodies] : pairs.flat());
    const textIn = (seen: Seen, { origin }: Definition): string => definitionText(seen, origin);
    return [
      {
        name,
        gone: before.bodies
          .filter((each) => !kept.has(each))
          .map((each) => textIn(sides.before, each)),
        added: after.bodies
          .filter((each) => !kept.has(each))
          .map((each) => textIn(sides.after, each)),
        isEmpty,
        at: { before: one.at, after: other.at },
      },
    ];
  });
}
