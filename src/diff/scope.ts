/**
 * Where the comparison of payloads begins. In: both sides. Out: pairs of definitions, each with who sends it, in
 * which operations, and what the report calls it.
 */

import { viewText, type View } from "../compose/view.js";
import { RESPONSE } from "../compose/view.js";
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

function directionOf({ kind }: Call, direction: "request" | "response"): ChangeDirection {
  if (kind === "other") return "schema";
  if (kind === "operation") return direction;
  // A business sends it; what a platform answers goes the way of requests.
  return direction === "request" ? "webhook" : "request";
}

/** The payload of a tool is what a body is; its name is no part of the path. */
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
  const surfaces = after.composed?.model.surfaces ?? [];
  return surfaces.flatMap((surface) => {
    const other = before.composed?.model.surfaces.find(
      ({ root, key }) => root === surface.root && key === surface.key,
    );
    if (other === undefined) return [];
    return surface.views.flatMap(({ view, type }) => {
      const found = viewLike(other.views, view);
      return found === undefined
        ? []
        : scope(found.type.definition, type.definition, view.direction, [], "");
    });
  });
}

/** A view of its own of one side is the general one of the other. */
function viewLike<Each extends { readonly view: View }>(
  views: readonly Each[],
  view: View,
): Each | undefined {
  const exact = views.find((each) => viewText(each.view) === viewText(view));
  if (exact !== undefined || view.direction === "request") return exact;
  return views.find((each) => viewText(each.view) === viewText(RESPONSE));
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
