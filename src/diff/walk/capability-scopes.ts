/**
 * The scopes of capabilities, whether or not an operation carries them: with all extensions active, with each one alone,
 * and with none. A rule that every extension repeats changes nothing where all are active, and everything where a
 * platform has none.
 */

import type { ComposedShape } from "../../compose/compose.js";
import { viewText, type View } from "../../compose/view.js";
import type { Definition } from "../../model/node.js";
import type { SideContext, Sides } from "../side.js";
import { scopeOf, type Scope } from "./scope.js";

/** A shape of both sides. */
interface ShapePair {
  readonly before: ComposedShape;
  readonly after: ComposedShape;
}

type Extensions = readonly string[];

/** Extensions that are active on each side. */
interface ExtensionSubset {
  readonly before: Extensions;
  readonly after: Extensions;
  /** With everything active, the view of all operations was compared with each of them. */
  readonly isAll: boolean;
}

export function capabilityScopes(sides: Sides): Scope[] {
  return shapePairs(sides).flatMap((shapes) => {
    const views = sentViews(sides, shapes);
    return extensionSubsets(shapes).flatMap((subset) =>
      views.flatMap((view) => subsetScope(sides, shapes, { subset, view })),
    );
  });
}

function shapePairs({ before, after }: Sides): ShapePair[] {
  const from = before.composed?.composition.shapes ?? [];
  const to = after.composed?.composition.shapes ?? [];
  return to.flatMap((shape) => {
    const other = from.find(({ root, key }) => root === shape.root && key === shape.key);
    return other === undefined ? [] : [{ before: other, after: shape }];
  });
}

/**
 * A view that one side alone has names an operation that the other side's annotations do not mention: there it is the
 * schema without them.
 */
function sentViews(sides: Sides, { before, after }: ShapePair): View[] {
  const views = [...before.views, ...after.views].filter((view) => isSent(sides, after.root, view));
  return [...new Map(views.map((view) => [viewText(view), view])).values()];
}

function subsetScope(
  sides: Sides,
  { before, after }: ShapePair,
  { subset, view }: { readonly subset: ExtensionSubset; readonly view: View },
): Scope[] {
  const isOfAllOperations = subset.isAll && view.operation === undefined;
  return scopeOf({
    before: defineSubset(sides.before, before, { extensions: subset.before, view }),
    after: defineSubset(sides.after, after, { extensions: subset.after, view }),
    direction: view.direction,
    operations: isOfAllOperations ? [] : operationsWithView(sides.after, after.root, view),
    isSupplement: true,
    group: JSON.stringify([after.root, after.key, viewText(view)]),
  });
}

function defineSubset(
  { composed, lowering }: SideContext,
  shape: ComposedShape,
  { extensions, view }: { readonly extensions: Extensions; readonly view: View },
): Definition | undefined {
  return (
    composed && lowering.definition(composed.composition.composeSubset(shape, view, extensions))
  );
}

/** All extensions of a shape, none, and each one of both sides with its parents. */
function extensionSubsets({ before, after }: ShapePair): ExtensionSubset[] {
  const from = extensionsOf(before);
  const to = extensionsOf(after);
  const shared = to.filter((name) => from.includes(name));
  return [
    { before: from, after: to, isAll: true },
    { before: [], after: [], isAll: false },
    ...shared.map((name) => ({
      before: withParents(before, name),
      after: withParents(after, name),
      isAll: false,
    })),
  ];
}

function extensionsOf({ contributions }: ComposedShape): Extensions {
  return contributions.map(({ capability }) => capability);
}

/** An extension and its parents. */
function withParents(shape: ComposedShape, name: string): Extensions {
  return shape.withExtension(name)[0]?.extensions ?? [name];
}

/** Services tell which requests are sent; where none carries the root, any may be. */
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

/** The operations whose payload has the view. */
function operationsWithView({ composed }: SideContext, root: string, view: View): string[] {
  const operations = composed?.services.flatMap((service) => service.operations) ?? [];
  return operations
    .filter(({ capability, views }) => {
      const own = view.direction === "request" ? views.request : views.response;
      return capability === root && viewText(own) === viewText(view);
    })
    .map(({ id }) => id);
}
