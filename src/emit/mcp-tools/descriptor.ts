/** Tool descriptors (§4.5): the entry of `tools/list` for each operation over MCP. */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { ObjectSchema, Tool, ToolPart } from "@proto-gen/runtime/codegen/v1";
import type { ToolAnnotations, Verb } from "@proto-gen/runtime/codegen/generator";
import type { Model } from "../../model/model.js";
import type { Definition, McpBinding, Operation } from "../v1.js";
import type { DescriptorForm } from "../descriptor-form.js";
import { extensionMarks } from "./extension-marks.js";
import { toolSchema } from "./tool-schema.js";

type Hints = ToolAnnotations;

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

/** A tool's descriptor, and what it has because of extensions. */
export interface DescribedTool {
  readonly tool: Tool;
  readonly parts: readonly ToolPart[];
}

type DescribeTool = (operation: Operation, mcp: McpBinding) => DescribedTool;

/** Describes the tools of one document: tools with one result share the schema of it. */
export function createDescriber(
  model: Pick<Model, "agreement" | "ownerOf">,
  form: DescriptorForm,
): DescribeTool {
  const results = new Map<Definition, ObjectSchema>();
  const markOf = extensionMarks(model);
  const resultOf = ({ tool, output }: McpBinding): ObjectSchema => {
    const known = results.get(output) ?? resultSchema(tool, output, form);
    results.set(output, known);
    return known;
  };
  return (operation, mcp) => {
    const title = mcp.text.summary ?? operation.summary ?? mcp.tool;
    const subject = `the inputSchema of ${mcp.tool}`;
    const { schema, marks } = toolSchema(mcp.input, {
      ...{ ...form, subject, markOf },
      omitsImpossible: true,
    });
    const tool: Tool = {
      name: mcp.tool,
      title,
      description: mcp.text.description ?? operation.description ?? title,
      inputSchema: ofObjects(schema),
      ...(form.results ? { outputSchema: resultOf(mcp) } : {}),
      annotations: hintsOf(operation, mcp),
    };
    const parts = marks.flatMap(({ pointer, mark }) =>
      mark.parts.map((part): ToolPart => ({ tool: mcp.tool, schema: pointer, ...part })),
    );
    return { tool, parts };
  };
}

/** Without descriptions: programs check results against it, and every agent would have to read them. */
function resultSchema(tool: string, output: Definition, form: DescriptorForm): ObjectSchema {
  const subject = `the outputSchema of ${tool}`;
  return ofObjects(
    toolSchema(output, { ...form, descriptions: 0, omitsImpossible: false, subject }).schema,
  );
}

/** A key makes any call safe to repeat (§4.8). */
function hintsOf({ verb }: Operation, { idempotencyKey }: McpBinding): Hints {
  const hints = HINTS[verb];
  return { ...hints, idempotentHint: hints.idempotentHint || idempotencyKey.required };
}

function ofObjects(schema: JsonObject): ObjectSchema {
  return { ...schema, type: "object" };
}
