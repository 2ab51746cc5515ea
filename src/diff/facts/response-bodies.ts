/** Bodies that a response has on one side only, as messages name them. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Definition } from "../../model/node.js";
import { pairBodies } from "../pairs/bodies.js";
import { definitionText } from "./branch-text.js";
import type { Call, CallPair } from "../pairs/call.js";
import { readContract, readToolResult, type TypedBody } from "../pairs/contract.js";
import { responsePairs, RESULT, type Pair } from "../pairs/inputs.js";
import type { SideContext, Sides } from "../side.js";

export interface ResponseBodies {
  /** `status 201`, `the result`. */
  readonly answer: string;
  /** `the body of status 201`, `the result`. */
  readonly name: string;
  readonly gone: readonly string[];
  readonly added: readonly string[];
  /** The body is gone altogether. */
  readonly isEmpty: boolean;
  readonly at: Pair<SchemaAddress>;
}

export function responseBodies(pair: CallPair, sides: Sides): ResponseBodies[] {
  return responsePairs(pair).flatMap(({ name, before, after }) => {
    const one = pair.before && readBody(sides.before, pair.before, name);
    const other = pair.after && readBody(sides.after, pair.after, name);
    if (before === undefined || after === undefined || one === undefined || other === undefined)
      return [];
    const pairs = pairBodies(sides, before.bodies, after.bodies);
    const isEmpty = before.bodies.length > 0 && after.bodies.length === 0;
    const isSame = one.reference !== undefined && one.reference === other.reference;
    const kept = new Set(isSame && !isEmpty ? [...before.bodies, ...after.bodies] : pairs.flat());
    const textIn = (context: SideContext, { origin }: Definition): string =>
      definitionText(context, origin);
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

type LocatedBody = Pick<TypedBody, "reference" | "at">;

function readBody(context: SideContext, call: Call, name: string): LocatedBody | undefined {
  return name === RESULT
    ? readToolResult(context, call)
    : readContract(context, call)?.bodies.find((body) => body.name === name);
}
