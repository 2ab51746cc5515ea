/**
 * Finds the arguments that a tool requires because of an extension. A platform that does not have the extension is not asked
 * for them, so that a server takes them out of what it lists.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import type { ToolRequirement } from "@proto-gen/runtime/service";
import type { Model } from "../../model/model.js";
import { collectInPlace } from "../../model/in-place.js";
import type { Node } from "../../model/node.js";
import type { McpBinding } from "../../model/services/operation.js";

export function findExtensionRequirements(
  { tool, input }: McpBinding,
  { agreement, ownerOf }: Pick<Model, "agreement" | "ownerOf">,
): readonly ToolRequirement[] {
  const extensions = new Set(
    agreement.capabilities.filter((each) => each.extends.length > 0).map(({ name }) => name),
  );
  const found: ToolRequirement[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node, schema: string): void => {
    for (const each of collectInPlace([node])) {
      if (seen.has(each)) continue;
      seen.add(each);
      for (const [name, property] of each.properties) {
        // Every platform must send a member that the root requires, or a schema that no capability owns.
        const owner = property.required && ownerOf(property.required.document);
        if (owner !== undefined && extensions.has(owner))
          found.push({ tool, schema, name, capability: owner });
        visit(property.node, joinPointer(schema, "properties", name));
      }
      if (each.items !== undefined) visit(each.items, joinPointer(schema, "items"));
    }
  };
  visit(input.node, "");
  return found;
}
