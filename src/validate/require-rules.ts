import { failure } from "../errors.js";
import { isUnconstrained, wholeNode } from "../model/node.js";
import type { Subject } from "../resolve/subject.js";

/**
 * Refuses a schema without rules: every payload would be valid. A document that only holds `$defs` is one.
 *
 * @throws ProtoGenError USAGE_NO_RULES, with the types that the document has
 */
export function requireRules({ definition, siblings, name }: Subject): void {
  if (siblings.length === 0 || !isUnconstrained(wholeNode(definition))) return;
  const pointers = siblings.map(({ origin }) => `#${origin.pointer}`);
  throw failure(
    "USAGE_NO_RULES",
    `${name} has no rules of its own, so any payload would be valid`,
    {
      hint: `name one of its types with --schema FILE${pointers[0]}${pointers.length === 1 ? "" : `: ${pointers.join(", ")}`}`,
    },
  );
}
