/**
 * The data that every step of composing shares. In: sources and a lineage. Out: the graph of extensions, and what
 * is found out about a shape once: who decides on its members, and its parts.
 */

import type { Sources } from "../load/sources.js";
import { extensionGraph, type ExtensionGraph } from "./extension-graph.js";
import type { Lineage } from "./lineage.js";
import type { OpenEnums } from "./open-enums.js";
import { partsOf, type Parts } from "./parts.js";
import { viewText, type View } from "./view.js";
import type { ViewedSchemas } from "./viewed-schemas.js";
import { visibilityRules, type Divisible, type VisibilityRules } from "./visibility.js";

/** A shape before it is composed. */
export interface Outline extends Divisible {
  readonly root: string;
  /** Name of the `$defs` entry in a container; empty for a root with a body. */
  readonly key: string;
  readonly views: readonly View[];
}

export interface Workshop {
  readonly sources: Sources;
  readonly lineage: Lineage;
  readonly schemas: ViewedSchemas;
  readonly graph: ExtensionGraph;
  readonly openEnums: OpenEnums;
  rulesOf(shape: Outline, view: View): VisibilityRules;
  partsOf(shape: Outline, view: View): Parts;
}

export function createWorkshop(
  sources: Sources,
  lineage: Lineage,
  schemas: ViewedSchemas,
  openEnums: OpenEnums,
): Workshop {
  const graph = extensionGraph(lineage);
  const known = new Map<string, VisibilityRules>();
  const parts = new Map<string, Parts>();
  function rulesOf(shape: Outline, view: View): VisibilityRules {
    const { document, pointer } = shape.base;
    const key = `${nameOf(shape)} ${document}#${pointer} ${viewText(view)}`;
    const rules = known.get(key) ?? visibilityRules(sources, shape, view, graph);
    known.set(key, rules);
    return rules;
  }
  return {
    sources,
    lineage,
    schemas,
    graph,
    openEnums,
    rulesOf,
    partsOf(shape, view) {
      const name = nameOf(shape);
      const key = `${name} ${viewText(view)}`;
      const found =
        parts.get(key) ?? partsOf({ schemas, openEnums }, name, shape, view, rulesOf(shape, view));
      parts.set(key, found);
      return found;
    },
  };
}

/** A shape's name: its root's, in a container with its own. */
export function nameOf({ root, key }: Outline): string {
  return key === "" ? root : `${root}/${key}`;
}
