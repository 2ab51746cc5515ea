/** The scopes of a call: its inputs, its body, its responses and their headers. */

import type { Definition } from "../../model/node.js";
import { isDocumented, pairBodies } from "../pairs/bodies.js";
import type { CallPair, Input } from "../pairs/call.js";
import { headerPairs, inputPairs, responsePairs, type Pair } from "../pairs/inputs.js";
import { ANYTHING } from "../pairs/value.js";
import type { Sides } from "../side.js";
import { directionOf, scopeOf, type Scope } from "./scope.js";

export function callScopes(sides: Sides, pair: CallPair): Scope[] {
  const { before, after } = pair;
  if (before === undefined || after === undefined) return [];
  const operations = [after.id];
  const sent = { direction: directionOf(after, "request"), operations };
  const received = { direction: directionOf(after, "response"), operations };
  return [
    ...scopeOf({ ...sent, before: before.body?.schema, after: after.body?.schema }),
    ...inputPairs(pair).flatMap((input) =>
      scopeOf({ ...sent, ...inputSchemas(input), label: inputLabel(input.name) }),
    ),
    ...responsePairs(pair)
      .flatMap((response) => pairedBodies(sides, response))
      .flatMap(([from, to]) => scopeOf({ ...received, before: from, after: to })),
    ...headerPairs(pair).flatMap((header) =>
      scopeOf({ ...received, ...inputSchemas(header), label: header.name }),
    ),
  ];
}

function pairedBodies(
  sides: Sides,
  { before, after }: Pair<{ readonly bodies: readonly Definition[] }>,
): (readonly [Definition, Definition])[] {
  const pairs = pairBodies(sides, before?.bodies ?? [], after?.bodies ?? []);
  return pairs.filter((pair) => pair.every(isDocumented));
}

function inputSchemas({ before, after }: Pair<Input>): Pair<Definition> {
  return { before: schemaOrAnything(before), after: schemaOrAnything(after) };
}

/** A parameter without a schema may be anything. */
function schemaOrAnything(input: Input | undefined): Definition | undefined {
  return input && (input.schema ?? ANYTHING);
}

/** Arguments are the members of a tool's input: their names begin the path. */
function inputLabel(name: string): string {
  return name.startsWith("argument ") ? name.slice("argument ".length) : name;
}
