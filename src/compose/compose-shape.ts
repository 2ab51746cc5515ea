/**
 * Composes one shape: with every active extension at once, and with each extension and all that it extends when someone
 * asks. The latter has two layers where it can: what the extension builds on, and what it adds (ADR 57).
 */

import {
  shapeName,
  type ComposeContext,
  type ShapeDefinition,
  type ShapeInView,
} from "./compose-context.js";
import { composeView, surfaceExtensions } from "./compose-view.js";
import type { ComposedShape, ComposedView } from "./composition.js";
import { splitLayers } from "./layers.js";
import { requireStrength } from "./require-strength.js";
import { viewText } from "./view.js";
import type { Layers } from "./viewed-schemas.js";

/** A shape, and its compositions with single extensions as far as someone asked for them. */
interface ShapeExtensions {
  readonly context: ComposeContext;
  readonly shape: ShapeDefinition;
  readonly contributing: ReadonlySet<string>;
  readonly composed: Map<string, readonly ComposedView[]>;
}

export function composeShape(context: ComposeContext, shape: ShapeDefinition): ComposedShape {
  const contributing = new Set(shape.contributions.map(({ capability }) => capability));
  for (const view of shape.views) requireStrength(context, { shape, view });
  const all = surfaceExtensions(context, shape);
  const surface = shape.views.map((view) => composeView(context, { shape, view }, all));
  const extensions: ShapeExtensions = { context, shape, contributing, composed: new Map() };
  const withExtension = (capability: string): readonly ComposedView[] =>
    composeWithExtension(extensions, capability);
  return Object.freeze({ ...shape, surface, withExtension });
}

function composeWithExtension(
  extensions: ShapeExtensions,
  capability: string,
): readonly ComposedView[] {
  const { composed } = extensions;
  const views = composed.get(capability) ?? composeExtension(extensions, capability);
  composed.set(capability, views);
  return views;
}

function composeExtension(
  extensions: ShapeExtensions,
  capability: string,
): readonly ComposedView[] {
  const { context, shape } = extensions;
  const { schemas, graph } = context;
  const family = familyOf(extensions, capability);
  if (family.length === 0) return [];
  const [parent] = family.slice(-2, -1);
  // With several parents there is no one composition that holds all the others.
  const isChain = parent === undefined || familyOf(extensions, parent).length === family.length - 1;
  const below = parent === undefined || !isChain ? [] : composeWithExtension(extensions, parent);
  return shape.views.map((view, index) => {
    const base = below[index]?.uri ?? schemas.reference(shape.base, view);
    const shapeInView = { shape, view };
    const layers = isChain ? splitLayers(context, shapeInView, { family, base }) : undefined;
    return layers === undefined
      ? composeView(context, shapeInView, [...graph.ancestors(capability), capability])
      : composeLayers(context, shapeInView, { family, layers });
  });
}

/** An extension and all contributing ones that it extends, parents first; empty for one that contributes nothing. */
function familyOf(
  { context, shape, contributing }: ShapeExtensions,
  capability: string,
): readonly string[] {
  if (!contributing.has(capability)) return [];
  const ancestors = context.graph.ancestors(capability);
  return shape.contributions
    .map((each) => each.capability)
    .filter((name) => name === capability || ancestors.has(name));
}

function composeLayers(
  { schemas }: ComposeContext,
  { shape, view }: ShapeInView,
  { family, layers }: { readonly family: readonly string[]; readonly layers: Layers },
): ComposedView {
  const uri = `composed:${shapeName(shape)}?view=${viewText(view)}&layer=${family.at(-1)}`;
  schemas.addLayered(uri, layers);
  return { view, uri, extensions: family, layers };
}
