/** The keywords whose schemas judge the same instance: references, unions, negation, conditions. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { isUnconstrained, type Conditional, type Node } from "../../model/node.js";
import { conjoined, nonEmptyMap } from "./member-keywords.js";
import type { Renderer } from "./renderer.js";
import type { SchemaBuilder } from "./schema-builder.js";
import type { SchemaWriters } from "./schema-writers.js";
import { isNever } from "./value-keywords.js";

/** The writers of rules that other schemas have for the same instance. */
export const IN_PLACE_WRITERS = {
  references(all, { builder, renderer }) {
    for (const definition of all) builder.branch(renderer.reference(definition));
  },
  dependentSchemas(all, { builder, renderer }) {
    const dependents = all.map(({ name, node }): [string, JsonObject] => [
      name,
      renderer.render(node),
    ]);
    builder.set("dependentSchemas", nonEmptyMap(conjoined(dependents)));
  },
  anyOf(unions, { builder, renderer }) {
    for (const branches of unions) builder.repeat({ anyOf: branchesOf(branches, renderer) });
  },
  oneOf(unions, { builder, renderer }) {
    for (const branches of unions) builder.repeat({ oneOf: branchesOf(branches, renderer) });
  },
  not(nodes, { builder, renderer }) {
    for (const each of nodes) builder.repeat({ not: renderer.render(each) });
  },
  conditionals(all, { builder, renderer }) {
    for (const each of all) addConditional(each, builder, renderer);
  },
} satisfies Partial<SchemaWriters>;

function branchesOf(branches: readonly Node[], renderer: Renderer): readonly JsonObject[] {
  const possible = branches.filter((each) => !isNever(each));
  // A union needs a branch, even where none is possible.
  const kept = renderer.isTerse === true && possible.length > 0 ? possible : branches;
  return kept.map((each) => renderer.render(each));
}

function addConditional(
  conditional: Conditional,
  builder: SchemaBuilder,
  renderer: Renderer,
): void {
  if (!renderer.observed && isIdle(conditional)) return;
  const branch = (keyword: "then" | "else"): JsonObject => {
    const node = conditional[keyword];
    return node === undefined ? {} : { [keyword]: renderer.render(node) };
  };
  builder.repeat({ if: renderer.render(conditional.if), ...branch("then"), ...branch("else") });
}

/** A condition that nothing follows: it judges nothing, and says only what it evaluates. */
function isIdle(conditional: Conditional): boolean {
  return [conditional.then, conditional.else].every(
    (branch) => branch === undefined || isUnconstrained(branch),
  );
}
