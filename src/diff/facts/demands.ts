/**
 * Schemas that every value satisfies. A view leaves such schemas where what they demand is of members that it omits: a
 * condition whose `then` is one of them demands nothing.
 */

import { isSimple, type Conditional, type Node } from "../../model/node.js";

/** True where some value may break a rule of the node; true, too, where only a comparison of all its rules could tell. */
export function demandsSomething(node: Node): boolean {
  return (
    node.types !== undefined ||
    node.references.length > 0 ||
    !isSimple(node, "conditionals", "dependentSchemas", "anyOf", "properties") ||
    node.conditionals.some(isDemanding) ||
    node.dependentSchemas.some((each) => demandsSomething(each.node)) ||
    node.anyOf.some((branches) => branches.every(demandsSomething)) ||
    [...node.properties.values()].some(
      (each) =>
        each.required !== undefined || each.contested !== undefined || demandsSomething(each.node),
    )
  );
}

export function isDemanding({ then, else: otherwise }: Conditional): boolean {
  return [then, otherwise].some((each) => each !== undefined && demandsSomething(each));
}
