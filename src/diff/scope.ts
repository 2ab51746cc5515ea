/**
 * Where the comparison of payloads begins. In: both sides. Out: pairs of definitions, each with who sends it, in
 * which operations, and what the report calls it.
 */

import type { ComposedShape } from "../compose/compose.js";
import { RESPONSE, viewText, type View } from "../compose/view.js";
import type { Definition } from "../model/node.js";
import { alternativePairs } from "./alternatives.js";
import type { Call, CallPair } from "./call.js";
import type { ChangeDirection } from "./change.js";
import { answerPairs, headerPairs, inputPairs } from "./inputs.js";
import type { Seen } from "./side.js";

export interface Scope {
  readonly before: Definition;
  readonly after: Definition;
  readonly direction: ChangeDirection;
  readonly operations: readonly string[];
  /** What the path in the payload is preceded by: `header Request-Id`. */
  readonly label: string;
}

/** What calls carry. */
export function callScopes(sides: { before: Seen; after: Seen }, pair: CallPair): Scope[] {
  const { before, after } = pair;
  if (before === undefined || after === undefined) return [];
  const operations = [after.id];
  const sent = directionOf(after, "request");
  const given = directionOf(after, "response");
  const inputs = inputPairs(pair).flatMap((input): Scope[] =>
    scope(input.before?.schema, input.after?.schema, sent, operations, inputLabel(input.name)),
  );
  const body = scope(before.body?.schema, after.body?.schema, sent, operations, "");
  const headers = headerPairs(pair).flatMap((header) =>
    scope(header.before?.schema, header.after?.schema, given, operations, header.name),
  );
  const answers = answerPairs(pair).flatMap(({ before: from, after: to }) =>
    alternativePairs(sides, from?.bodies ?? [], to?.bodies ?? []).flatMap(([one, other]) =>
      scope(one, other, given, operations, ""),
    ),
  );
  return [...body, ...inputs, ...answers, ...headers];
}

/** Which way what a call sends, or gives, goes. */
export function directionOf({ kind }: Call, direction: "request" | "response"): ChangeDirection {
  if (kind === "other") return "schema";
  if (kind === "operation") return direction;
  // A business sends it; what a platform answers goes the way of requests.
  return direction === "request" ? "webhook" : "request";
}

/** Arguments are the members of what a tool is given: their names begin the path. */
function inputLabel(name: string): string {
  return name.startsWith("argument ") ? name.slice("argument ".length) : name;
}

function scope(
  before: Definition | undefined,
  after: Definition | undefined,
  direction: ChangeDirection,
  operations: readonly string[],
  label: string,
): Scope[] {
  return before === undefined || after === undefined
    ? []
    : [{ before, after, direction, operations, label }];
}

/** What capabilities are, whether or not an operation has it: the compositions with everything active. */
export function surfaceScopes({ before, after }: { before: Seen; after: Seen }): Scope[] {
  const shapes = after.composed?.composition.shapes ?? [];
  return shapes.flatMap((shape) => {
    const other = before.composed?.composition.shapes.find(
      ({ root, key }) => root === shape.root && key === shape.key,
    );
    if (other === undefined) return [];
    return viewsOf(other, shape).flatMap((view) =>
      scope(
        composedAs(before, other, view),
        composedAs(after, shape, view),
        view.direction,
        [],
        "",
      ),
    );
  });
}

/** The views of both: what one side does not set apart has one all the same. */
function viewsOf(before: ComposedShape, after: ComposedShape): View[] {
  const views = new Map([...before.views, ...after.views].map((view) => [viewText(view), view]));
  return [...views.values()];
}

/** In the view itself: a type that is the same in two views is named by one of them, and what its authors say of it differs. */
function composedAs(seen: Seen, shape: ComposedShape, view: View): Definition | undefined {
  const all = shape.contributions.map(({ capability }) => capability);
  const uri = seen.composed?.composition.composeSubset(shape, view, all);
  return uri === undefined ? undefined : seen.lowering.definition(uri);
}

/** What parties publish of themselves. */
export function profileScope({ before, after }: { before: Seen; after: Seen }): Scope[] {
  const definition = ({ side, schemas, lowering }: Seen): Definition | undefined =>
    side.sources.profileSchema === undefined
      ? undefined
      : lowering.definition(
          schemas.reference({ document: side.sources.profileSchema, pointer: "" }, RESPONSE),
        );
  return scope(definition(before), definition(after), "profile", [], "");
}
