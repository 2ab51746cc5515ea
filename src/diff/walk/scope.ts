/**
 * Where the comparison of payloads begins. In: both sides. Out: pairs of definitions, each with who sends it, in
 * which operations, and what the report calls it.
 */

import type { ComposedShape } from "../../compose/compose.js";
import { RESPONSE, viewText, type View } from "../../compose/view.js";
import type { Definition } from "../../model/node.js";
import { pairBodies, isDocumented } from "../pairs/bodies.js";
import type { Call, CallPair, Input } from "../pairs/call.js";
import { ANYTHING } from "../pairs/value.js";
import type { ChangeDirection } from "../change.js";
import { responsePairs, headerPairs, inputPairs } from "../pairs/inputs.js";
import type { SideContext, Sides } from "../side.js";

export interface Scope {
  readonly before: Definition;
  readonly after: Definition;
  readonly direction: ChangeDirection;
  readonly operations: readonly string[];
  /** What the path in the payload is preceded by: `header Request-Id`. */
  readonly label: string;
  /** What a capability is, beside what its operations carry: it adds only what these lack. */
  readonly isSupplement: boolean;
  /** Scopes of one payload, with more or fewer extensions: what one of them says no other repeats. */
  readonly group?: string;
}

/** What calls carry. */
export function callScopes(sides: Sides, pair: CallPair): Scope[] {
  const { before, after } = pair;
  if (before === undefined || after === undefined) return [];
  const operations = [after.id];
  const sent = directionOf(after, "request");
  const given = directionOf(after, "response");
  const inputs = inputPairs(pair).flatMap((input): Scope[] =>
    scope(
      schemaOrAnything(input.before),
      schemaOrAnything(input.after),
      sent,
      operations,
      inputLabel(input.name),
    ),
  );
  const body = scope(before.body?.schema, after.body?.schema, sent, operations, "");
  const headers = headerPairs(pair).flatMap((header) =>
    scope(
      schemaOrAnything(header.before),
      schemaOrAnything(header.after),
      given,
      operations,
      header.name,
    ),
  );
  const responses = responsePairs(pair).flatMap(({ before: from, after: to }) =>
    pairBodies(sides, from?.bodies ?? [], to?.bodies ?? [])
      .filter((pair) => pair.every(isDocumented))
      .flatMap(([one, other]) => scope(one, other, given, operations, "")),
  );
  return [...body, ...inputs, ...responses, ...headers];
}

/** Who sends it: what goes with a call, and what with its answer. */
export function directionOf({ kind }: Call, direction: "request" | "response"): ChangeDirection {
  if (kind === "other") return "schema";
  if (kind === "operation") return direction;
  // A business sends it; what a platform answers goes the way of requests.
  return direction === "request" ? "webhook" : "request";
}

/** A parameter without a schema may be anything. */
function schemaOrAnything(input: Input | undefined): Definition | undefined {
  return input && (input.schema ?? ANYTHING);
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
    : [{ before, after, direction, operations, label, isSupplement: false }];
}

/**
 * What capabilities are, whether or not an operation has it: the compositions with everything active, with each extension
 * alone, and with none. What every extension repeats changes nothing where all are active, and all where a platform has
 * none. A view that one side alone has names an operation that the other's annotations say nothing of: there it is what
 * it is without them. Where operations or webhooks carry a capability, a request that none of them sends is nobody's.
 */
export function capabilityScopes(sides: Sides): Scope[] {
  const shapes = sides.after.composed?.composition.shapes ?? [];
  return shapes.flatMap((after) => {
    const before = sides.before.composed?.composition.shapes.find(
      ({ root, key }) => root === after.root && key === after.key,
    );
    if (before === undefined) return [];
    const views = new Map(
      [...before.views, ...after.views]
        .filter((view) => isSent(sides, after.root, view))
        .map((each) => [viewText(each), each]),
    );
    return extensionSubsets(before, after).flatMap(([from, to], index) =>
      [...views.values()].flatMap((view) => {
        // With everything active the view of all has been compared with each operation.
        const isOfAll = index === 0 && view.operation === undefined;
        return scope(
          composeSubset(sides.before, before, view, from),
          composeSubset(sides.after, after, view, to),
          view.direction,
          isOfAll ? [] : operationsWithView(sides.after, after.root, view),
          "",
        ).map((each) => ({
          ...each,
          isSupplement: true,
          group: JSON.stringify([after.root, after.key, viewText(view)]),
        }));
      }),
    );
  });
}

type Extensions = readonly string[];

/** All extensions of a shape, those with which one of them is active, and none: of both sides. */
function extensionSubsets(
  before: ComposedShape,
  after: ComposedShape,
): readonly (readonly [Extensions, Extensions])[] {
  const all = ({ contributions }: ComposedShape): Extensions =>
    contributions.map(({ capability }) => capability);
  const known = new Set(all(before));
  const shared = all(after).filter((name) => known.has(name));
  const alone = shared.map(
    (name) => [withParents(before, name), withParents(after, name)] as const,
  );
  return [[all(before), all(after)], [[], []], ...alone];
}

/** An extension and its parents. */
function withParents(shape: ComposedShape, name: string): Extensions {
  return shape.withExtension(name)[0]?.extensions ?? [name];
}

function composeSubset(
  { composed, lowering }: SideContext,
  shape: ComposedShape,
  view: View,
  extensions: Extensions,
): Definition | undefined {
  return (
    composed && lowering.definition(composed.composition.composeSubset(shape, view, extensions))
  );
}

/** Whether somebody sends a view, as far as services say; without any that carry the root, anybody may. */
function isSent({ before, after }: Sides, root: string, view: View): boolean {
  if (view.direction === "response" || !isCarried(after, root)) return true;
  return [before, after].some((side) => operationsWithView(side, root, view).length > 0);
}

function isCarried({ composed }: SideContext, root: string): boolean {
  const services = composed?.services ?? [];
  return services
    .flatMap(({ operations, webhooks }) => [...operations, ...webhooks])
    .some(({ capability }) => capability === root);
}

/** The operations that a view is of. */
function operationsWithView({ composed }: SideContext, root: string, view: View): string[] {
  const operations = composed?.services.flatMap((service) => service.operations) ?? [];
  return operations
    .filter(({ capability, views }) => {
      const own = view.direction === "request" ? views.request : views.response;
      return capability === root && viewText(own) === viewText(view);
    })
    .map(({ id }) => id);
}

/** What parties publish of themselves. */
export function profileScope({ before, after }: Sides): Scope[] {
  const definition = ({ side, schemas, lowering }: SideContext): Definition | undefined =>
    side.sources.profileSchema === undefined
      ? undefined
      : lowering.definition(
          schemas.reference({ document: side.sources.profileSchema, pointer: "" }, RESPONSE),
        );
  return scope(definition(before), definition(after), "profile", [], "");
}
