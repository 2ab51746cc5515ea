/** Lowers the keywords that apply other schemas to the same instance: unions, `not`, conditions, dependent schemas. */

import { isObject } from "../../json-schema/keywords.js";
import type { LoweringContext } from "./lowering-context.js";
import type { NodeBuilder } from "../node-builder.js";
import type { Node } from "../node.js";
import type { ScopedSchema } from "./scoped-schema.js";

export function lowerApplicators(
  schema: ScopedSchema,
  builder: NodeBuilder,
  context: LoweringContext,
): void {
  const { navigator } = context;
  const keywords = schema.location.schema;
  if (!isObject(keywords)) return;
  const lowerChild = (...tokens: (string | number)[]): Node | undefined => {
    const found = navigator.child(schema, ...tokens);
    return found && context.lower([found]);
  };
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = keywords[keyword];
    if (!Array.isArray(branches)) continue;
    const nodes = branches.flatMap((_, index) => lowerChild(keyword, index) ?? []);
    if (keyword === "anyOf")
      builder.openUnion(nodes, navigator.hasOpenEnumBranch(schema, branches));
    else builder.union(keyword, nodes);
  }
  const negated = lowerChild("not");
  if (negated !== undefined) builder.not(negated);
  const condition = lowerChild("if");
  if (condition !== undefined)
    builder.conditional({ if: condition, then: lowerChild("then"), else: lowerChild("else") });
  const dependents = keywords["dependentSchemas"];
  for (const name of isObject(dependents) ? Object.keys(dependents) : []) {
    const node = lowerChild("dependentSchemas", name);
    if (node !== undefined) builder.dependentSchema(name, node);
  }
}
