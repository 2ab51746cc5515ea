/**
 * Composes the shapes of a root with the extensions that contribute to them. Roles compose as roots do (ADR 60): another
 * capability adds to a role by an entry under the same names.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { ComposeContext } from "./compose-context.js";
import { composeShape } from "./compose-shape.js";
import type { ComposedShape } from "./composition.js";
import { sortExtensions } from "./extension-graph.js";
import { requireShapes } from "./missing-contributions.js";
import { findRoleEntry, findRoleShapes } from "./roles.js";
import { findShapeEntry, findShapes, type Shape } from "./shapes.js";
import type { Contribution } from "./visibility/visibility-rules.js";

export function composeRoot(context: ComposeContext, root: CapabilityDeclaration): ComposedShape[] {
  const { sources, dependencies } = context;
  const extensions = sortExtensions(root.name, dependencies);
  const composed = findShapes(sources, root).map((shape) => {
    const contributions = collectContributions(extensions, (extension) =>
      findShapeEntry(sources, extension, { root: root.name, key: shape.key }),
    );
    return composeContributions(context, { root, shape, contributions });
  });
  if (composed.some(({ key }) => key !== "")) requireShapes(context, root, composed);
  return composed;
}

/** Composes the roles of a capability to which others add. */
export function composeRoles(
  context: ComposeContext,
  capability: CapabilityDeclaration,
): ComposedShape[] {
  const { sources, dependencies } = context;
  const shapes = findRoleShapes(sources, capability);
  if (shapes.length === 0) return [];
  const extensions = sortExtensions(capability.name, dependencies);
  return shapes.flatMap((shape) => {
    const contributions = collectContributions(extensions, (extension) =>
      findRoleEntry(sources, extension, { root: capability.name, key: shape.key }),
    );
    return contributions.length === 0
      ? []
      : [composeContributions(context, { root: capability, shape, contributions })];
  });
}

function collectContributions(
  extensions: readonly CapabilityDeclaration[],
  findEntry: (extension: CapabilityDeclaration) => SchemaAddress | undefined,
): Contribution[] {
  return extensions.flatMap((extension) => {
    const address = findEntry(extension);
    return address === undefined ? [] : [{ capability: extension.name, address }];
  });
}

interface ContributedShape {
  readonly root: CapabilityDeclaration;
  readonly shape: Shape;
  readonly contributions: readonly Contribution[];
}

function composeContributions(
  context: ComposeContext,
  { root, shape, contributions }: ContributedShape,
): ComposedShape {
  const { key, base } = shape;
  const views = shape.viewsWith(contributions.map(({ address }) => address));
  return composeShape(context, { root: root.name, key, base, views, contributions });
}
