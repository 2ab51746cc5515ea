/** Bodies that an answer has on one side only. In: a pair of calls. Out: what they are called, by status or result. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Definition } from "../../model/node.js";
import { alternativePairs } from "../pairs/alternatives.js";
import { definitionText } from "./branch-text.js";
import type { Call, CallPair } from "../pairs/call.js";
import { contractOf, resultOf, type TypedBody } from "../pairs/contract.js";
import { answerPairs, RESULT, type Two } from "../pairs/inputs.js";
import type { Seen, Sides } from "../side.js";

export interface AnswerBodies {
  /** `status 201`, `the result`. */
  readonly answer: string;
  /** `the body of status 201`, `the result`. */
  readonly name: string;
  readonly gone: readonly string[];
  readonly added: readonly string[];
  /** There was a body, and there is none. */
  readonly isEmpty: boolean;
  readonly at: Two<SchemaAddress>;
}

export function answerBodies(pair: CallPair, sides: Sides): AnswerBodies[] {
  return answerPairs(pair).flatMap(({ name, before, after }) => {
    const one = pair.before && bodyOf(sides.before, pair.before, name);
    const other = pair.after && bodyOf(sides.after, pair.after, name);
    if (before === undefined || after === undefined || one === undefined || other === undefined)
      return [];
    const pairs = alternativePairs(sides, before.bodies, after.bodies);
    const isEmpty = before.bodies.length > 0 && after.bodies.length === 0;
    const isSame = one.reference !== undefined && one.reference === other.reference;
    const kept = new Set(isSame && !isEmpty ? [...before.bodies, ...after.bodies] : pairs.flat());
    const textIn = (seen: Seen, { origin }: Definition): string => definitionText(seen, origin);
    return [
      {
        answer: name,
        name: name === RESULT ? name : `the body of ${name}`,
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

type Stated = Pick<TypedBody, "reference" | "at">;

function bodyOf(seen: Seen, call: Call, name: string): Stated | undefined {
  return name === RESULT
    ? resultOf(seen, call)
    : contractOf(seen, call)?.bodies.find((body) => body.name === name);
}
