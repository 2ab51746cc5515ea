/** Descriptors of tools (§4.5). In: an operation over MCP. Out: what `tools/list` says of it. */

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
  // What exists stays as it is; each call makes another.
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  // §4.2: an update replaces what it does not repeat.
  update: END,
  // Without a key it is another purchase (§4.5).
  complete: { ...END, idempotentHint: false },
  cancel: END,
  delete: END,
};

/** Describes tools, and writes out once what several of them give. */
export function createDescriber(): (operation: Operation, mcp: McpBinding) => Tool {
  const outputs = new Map<Definition, ObjectSchema>();

  function outputOf({ tool, output }: McpBinding): ObjectSchema {
    // Programs check results against it; its descriptions would double what every agent reads first.
    const schema = outputs.get(output) ?? written(output, `the outputSchema of ${tool}`, []);
    outputs.set(output, schema);
    return schema;
  }

  return (operation, mcp) => {
    const title = mcp.text.summary ?? operation.summary ?? mcp.tool;
    return {
      name: mcp.tool,
      title,
      description: mcp.text.description ?? operation.description ?? title,
      inputSchema: written(mcp.input, `the inputSchema of ${mcp.tool}`),
      outputSchema: outputOf(mcp),
      annotations: { title, ...hintsOf(operation, mcp) },
    };
  };
}

/** A key makes any call safe to repeat (§4.8). */
function hintsOf({ verb }: Operation, { idempotencyKey }: McpBinding): Hints {
  const hints = HINTS[verb];
  return { ...hints, idempotentHint: hints.idempotentHint || idempotencyKey.required };
}

function written(
  { node }: Definition,
  subject: string,
  annotations?: InlineOptions["annotations"],
): ObjectSchema {
  const schema = inlineNode(node, {
    subject,
    ...(annotations === undefined ? {} : { annotations }),
  });
  return { ...schema, type: "object" };
}
