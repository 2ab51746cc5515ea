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
import { composeView, listExtensions } from "./compose-view.js";
import type { ComposedShape, ComposedView } from "./composition.js";
import { splitLayers } from "./layers.js";
import { refuseWeakening } from "./refuse-weakening.js";
import { viewText } from "./view.js";
import type { LayerReferences } from "./viewed-schemas.js";
import { contributionsIn } from "./visibility/visibility-rules.js";

/** A shape, and its compositions with single extensions as far as someone asked for them. */
interface ExtensionCompositions {
  readonly context: ComposeContext;
  readonly shape: ShapeDefinition;
  /** The capabilities that contribute, and the position of each in the order of the extension graph. */
  readonly positions: ReadonlyMap<string, number>;
  readonly composed: Map<string, readonly ComposedView[]>;
}

export function composeShape(context: ComposeContext, shape: ShapeDefinition): ComposedShape {
  const contributors = [...new Set(shape.contributions.map(({ capability }) => capability))];
  const positions = new Map(contributors.map((capability, index) => [capability, index]));
  for (const view of shape.views) refuseWeakening(context, { shape, view });
  const all = listExtensions(context, shape);
  const fullViews = shape.views.map((view) => composeView(context, { shape, view }, all));
  const compositions: ExtensionCompositions = { context, shape, positions, composed: new Map() };
  const withExtension = (capability: string): readonly ComposedView[] =>
    composeWithExtension(compositions, capability);
  return Object.freeze({ ...shape, contributors, fullViews, withExtension });
}

function composeWithExtension(
  compositions: ExtensionCompositions,
  capability: string,
): readonly ComposedView[] {
  const { composed } = compositions;
  const views = composed.get(capability) ?? composeExtension(compositions, capability);
  composed.set(capability, views);
  return views;
}

function composeExtension(
  compositions: ExtensionCompositions,
  capability: string,
): readonly ComposedView[] {
  const { context, shape } = compositions;
  const { schemas, graph } = context;
  const extensions = withAncestors(compositions, capability);
  if (extensions.length === 0) return [];
  const [parent] = extensions.slice(-2, -1);
  // With several parents there is no one composition that holds all the others.
  const isChain =
    parent === undefined || withAncestors(compositions, parent).length === extensions.length - 1;
  const below = parent === undefined || !isChain ? [] : composeWithExtension(compositions, parent);
  return shape.views.map((view, index) => {
    const base = below[index]?.uri ?? schemas.reference(shape.base, view);
    const shapeInView = { shape, view };
    const inView = namesInView(shapeInView, extensions);
    const isLayered = isChain && inView.at(-1) === capability;
    const layers = isLayered
      ? splitLayers(context, shapeInView, { extensions: inView, base })
      : undefined;
    return layers === undefined
      ? composeView(context, shapeInView, [...graph.ancestors(capability), capability])
      : composeLayers(context, shapeInView, { extensions: inView, layers });
  });
}

/** The extensions that contribute in a view: the name of an entry may limit it to some. */
function namesInView(
  { shape, view }: ShapeInView,
  extensions: readonly string[],
): readonly string[] {
  const contributions = contributionsIn(shape, view);
  if (contributions === shape.contributions) return extensions;
  const present = new Set(contributions.map(({ capability }) => capability));
  return extensions.filter((name) => present.has(name));
}

/** An extension and all contributing ones that it extends, parents first; empty for one that contributes nothing. */
function withAncestors(
  { context, positions }: ExtensionCompositions,
  capability: string,
): readonly string[] {
  if (!positions.has(capability)) return [];
  const position = (name: string): number => positions.get(name) as number;
  // The ancestors of a chain are in order already, which a sort takes little time to see.
  return [...context.graph.ancestors(capability), capability]
    .filter((name) => positions.has(name))
    .sort((left, right) => position(left) - position(right));
}

function composeLayers(
  { schemas }: ComposeContext,
  { shape, view }: ShapeInView,
  {
    extensions,
    layers,
  }: { readonly extensions: readonly string[]; readonly layers: LayerReferences },
): ComposedView {
  const uri = `composed:${shapeName(shape)}?view=${viewText(view)}&layer=${extensions.at(-1)}`;
  schemas.addLayered(uri, layers);
  return { view, uri, extensions, layers };
}
