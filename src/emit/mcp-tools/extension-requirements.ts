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
  model: Model,
): readonly ToolRequirement[] {
  const found: ToolRequirement[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node, schema: string): void => {
    for (const each of collectInPlace([node])) {
      if (seen.has(each)) continue;
      seen.add(each);
      for (const [name, property] of each.properties) {
        const capability = extensionRequiring(property.required?.document, model);
        if (capability !== undefined) found.push({ tool, schema, name, capability });
        visit(property.node, joinPointer(schema, "properties", name));
      }
      if (each.items !== undefined) visit(each.items, joinPointer(schema, "items"));
    }
  };
  visit(input.node, "");
  return found;
}

/** Undefined for what every platform must send: the root requires it, or a schema that no capability owns. */
function extensionRequiring(document: string | undefined, model: Model): string | undefined {
  const owner = document === undefined ? undefined : model.ownerOf(document);
  const { capabilities } = model.agreement;
  const isExtension = capabilities.some((each) => each.name === owner && each.extends.length > 0);
  return isExtension ? owner : undefined;
}
