/**
 * Composes the shapes of a root with the extensions that contribute to them. Roles compose as roots do (ADR 60): another
 * capability adds to a role by an entry under the same names.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { ComposeContext } from "./compose-context.js";
import { composeShape } from "./compose-shape.js";
import type { ComposedShape } from "./composition.js";
import { isForView } from "./entries/entry-views.js";
import { sortExtensions } from "./extension-graph.js";
import { findRoleShapes } from "./roles.js";
import type { Shape } from "./shapes.js";
import type { Contribution } from "./visibility/visibility-rules.js";

export function composeRoot(context: ComposeContext, root: CapabilityDeclaration): ComposedShape[] {
  return context.entries.targets.shapesOf(root.name).map((shape) => {
    const contributions = collectContributions(context, root, shape);
    return composeContributions(context, { root, shape, contributions });
  });
}

/** Composes the roles of a capability to which others add: members, or values of an open enum. */
export function composeRoles(
  context: ComposeContext,
  capability: CapabilityDeclaration,
): ComposedShape[] {
  const { sources, openEnums } = context;
  return findRoleShapes(sources, capability).flatMap((shape) => {
    const contributions = collectContributions(context, capability, shape);
    const hasAddedValues =
      openEnums.added.length > 0 && openEnums.dependsOnScope(shape.base.document);
    return contributions.length === 0 && !hasAddedValues
      ? []
      : [composeContributions(context, { root: capability, shape, contributions })];
  });
}

/** In the order of the extension graph. */
function collectContributions(
  { entries, dependencies }: ComposeContext,
  { name: root }: CapabilityDeclaration,
  { key }: Shape,
): Contribution[] {
  return sortExtensions(root, dependencies).flatMap(({ name }) => {
    return entries.find(name, { capability: root, key }).map(({ address, entry, part, only }) => ({
      ...{ capability: name, address, only },
      within: [entry.address, ...part.within],
    }));
  });
}

interface ContributedShape {
  readonly root: CapabilityDeclaration;
  readonly shape: Shape;
  readonly contributions: readonly Contribution[];
}

function composeContributions(
  context: ComposeContext,
  { root, shape, contributions: all }: ContributedShape,
): ComposedShape {
  const { key, base } = shape;
  const views = shape.viewsWith(all);
  const contributions = all.filter(({ only }) => views.some((view) => isForView(only, view)));
  return composeShape(context, { root: root.name, key, base, views, contributions });
}
