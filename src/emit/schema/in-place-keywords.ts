/**
 * The keywords whose schemas judge the same instance: references, unions, negation, conditions. Where
 * a schema accepts more than its node, a rule that would then refuse more is weakened or left out.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { isUnconstrained, type Conditional } from "../../model/node.js";
import { conjoined, nonEmptyMap } from "./member-keywords.js";
import type { Rendered, Renderer } from "./rendered.js";
import type { SchemaBuilder } from "./schema-builder.js";
import type { SchemaWriters } from "./schema-writers.js";

/** The writers of rules that other schemas have for the same instance. */
export const IN_PLACE_WRITERS = {
  references(all, { builder, renderer }) {
    for (const definition of all) builder.branch(builder.inPlace(renderer.reference(definition)));
  },
  dependentSchemas(all, { builder, renderer }) {
    const dependents = all.map(({ name, node }): [string, JsonObject] => [
      name,
      builder.inPlace(renderer.render(node)),
    ]);
    builder.set("dependentSchemas", nonEmptyMap(conjoined(dependents)));
  },
  anyOf(unions, { builder, renderer }) {
    for (const branches of unions)
      builder.repeat({ anyOf: branches.map((each) => builder.inPlace(renderer.render(each))) });
  },
  oneOf(unions, { builder, renderer }) {
    for (const branches of unions)
      builder.repeat(oneOfKeyword(branches.map(renderer.render), builder));
  },
  not(nodes, { builder, renderer }) {
    for (const each of nodes) addNegation(renderer.render(each), builder);
  },
  conditionals(all, { builder, renderer }) {
    for (const each of all) addConditional(each, builder, renderer);
  },
} satisfies Partial<SchemaWriters>;

/** "Not two" is a negation: of branches that accept too much only "one at least" is kept. */
function oneOfKeyword(branches: readonly Rendered[], builder: SchemaBuilder): JsonObject {
  const keyword = branches.every(({ exact }) => exact) ? "oneOf" : "anyOf";
  return { [keyword]: branches.map((each) => builder.inPlace(each)) };
}

function addNegation({ schema, exact }: Rendered, builder: SchemaBuilder): void {
  if (exact) builder.repeat({ not: schema });
  else builder.widen();
}

/** A condition that holds too often would ask `then` of instances that `else` is for. */
function addConditional(
  conditional: Conditional,
  builder: SchemaBuilder,
  renderer: Renderer,
): void {
  if (!renderer.observed && isIdle(conditional)) return;
  const condition = renderer.render(conditional.if);
  if (!condition.exact) {
    builder.forget();
    return;
  }
  const branch = (keyword: "then" | "else"): JsonObject => {
    const node = conditional[keyword];
    return node === undefined ? {} : { [keyword]: builder.inPlace(renderer.render(node)) };
  };
  builder.repeat({ if: condition.schema, ...branch("then"), ...branch("else") });
}

/** A condition that nothing follows: it judges nothing, and says only what it evaluates. */
function isIdle(conditional: Conditional): boolean {
  return [conditional.then, conditional.else].every(
    (branch) => branch === undefined || isUnconstrained(branch),
  );
}
