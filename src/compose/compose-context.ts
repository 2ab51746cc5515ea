/** The values that all steps of composing share, and the definition of a shape, which is what they compose. */

import type { Sources } from "../load/sources.js";
import type { CapabilityDependencies } from "./capability-dependencies.js";
import type { EntryIndex } from "./entries/contributions.js";
import { createExtensionGraph, type ExtensionGraph } from "./extension-graph.js";
import type { OpenEnums } from "./open-enums/open-enums.js";
import type { ShapeParts } from "./composition.js";
import { viewText, type View } from "./view.js";
import type { ViewedSchemas } from "./viewed-schemas.js";
import {
  collectVisibilityRules,
  type ShapeSchemas,
  type VisibilityRules,
} from "./visibility/visibility-rules.js";

/** A shape before it is composed. */
export interface ShapeDefinition extends ShapeSchemas {
  readonly root: string;
  /** Name of the `$defs` entry in a container; empty for a root with a body. */
  readonly key: string;
  readonly views: readonly View[];
}

export interface ShapeInView {
  readonly shape: ShapeDefinition;
  readonly view: View;
}

interface ComposeInputs {
  readonly sources: Sources;
  readonly entries: EntryIndex;
  readonly dependencies: CapabilityDependencies;
  readonly schemas: ViewedSchemas;
  readonly openEnums: OpenEnums;
}

export interface ComposeContext extends ComposeInputs {
  readonly graph: ExtensionGraph;
  /** Visibility rules by shape and view. */
  readonly rules: Map<string, VisibilityRules>;
  /** Parts by shape and view. */
  readonly parts: Map<string, ShapeParts>;
}

export function createComposeContext(inputs: ComposeInputs): ComposeContext {
  const graph = createExtensionGraph(inputs.dependencies);
  return { ...inputs, graph, rules: new Map(), parts: new Map() };
}

/** Collects the visibility rules of a shape in a view, once. */
export function resolveVisibilityRules(
  context: ComposeContext,
  { shape, view }: ShapeInView,
): VisibilityRules {
  const { document, pointer } = shape.base;
  const key = `${shapeName(shape)} ${document}#${pointer} ${viewText(view)}`;
  const rules = context.rules.get(key) ?? collectVisibilityRules(context, shape, view);
  context.rules.set(key, rules);
  return rules;
}

/** The root's name, in a container with the entry's. */
export function shapeName({ root, key }: Pick<ShapeDefinition, "root" | "key">): string {
  return key === "" ? root : `${root}/${key}`;
}
