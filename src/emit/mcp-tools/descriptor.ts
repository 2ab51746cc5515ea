/** Tool descriptors (§4.5): the entry of `tools/list` for each operation over MCP. */

import type { ObjectSchema, Tool, ToolAnnotations } from "@proto-gen/runtime/service";
import type { Verb } from "@proto-gen/runtime/service";
import type { Definition } from "../../model/node.js";
import type { McpBinding, Operation } from "../../model/services/operation.js";
import { inlineNode, type InlineOptions } from "../schema/inline-node.js";

type Hints = Omit<ToolAnnotations, "title">;

const READ: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
const END: Hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

const HINTS: Readonly<Record<Verb, Hints>> = {
  read: READ,
  search: READ,
  lookup: READ,
  // Additive: each call creates another resource.
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  // §4.2: an update replaces what it does not repeat.
  update: END,
  // Without a key it is another purchase (§4.5).
  complete: { ...END, idempotentHint: false },
  cancel: END,
  delete: END,
};

type DescribeTool = (operation: Operation, mcp: McpBinding) => Tool;

/** Describes the tools of one document: tools with one result share the schema of it. */
export function createDescriber(): DescribeTool {
  const outputSchemas = new Map<Definition, ObjectSchema>();
  return (operation, mcp) => {
    const outputSchema = outputSchemas.get(mcp.output) ?? outputSchemaOf(mcp);
    outputSchemas.set(mcp.output, outputSchema);
    const title = mcp.text.summary ?? operation.summary ?? mcp.tool;
    return {
      name: mcp.tool,
      title,
      description: mcp.text.description ?? operation.description ?? title,
      inputSchema: objectSchema(mcp.input, { subject: `the inputSchema of ${mcp.tool}` }),
      outputSchema,
      annotations: { title, ...hintsOf(operation, mcp) },
    };
  };
}

/** Without descriptions: programs check results against it, and every agent would have to read them. */
function outputSchemaOf({ tool, output }: McpBinding): ObjectSchema {
  return objectSchema(output, { subject: `the outputSchema of ${tool}`, annotations: [] });
}

/** A key makes any call safe to repeat (§4.8). */
function hintsOf({ verb }: Operation, { idempotencyKey }: McpBinding): Hints {
  const hints = HINTS[verb];
  return { ...hints, idempotentHint: hints.idempotentHint || idempotencyKey.required };
}

function objectSchema({ node }: Definition, options: InlineOptions): ObjectSchema {
  return { ...inlineNode(node, options), type: "object" };
}
