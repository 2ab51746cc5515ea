/** Emit MCP tools: their descriptors, as JSON for any program and as typed data for the generated server. */

import type { Json } from "@proto-gen/runtime/json";
import type { Tool, ToolPart } from "@proto-gen/runtime/codegen/v1";
import type { Model } from "../../model/model.js";
import {
  arrayLiteral,
  code,
  CODEGEN,
  hardline,
  identifier,
  indent,
  join,
  jsonLiteral,
  jsonText,
  listLiteral,
  ModuleScope,
  objectLiteral,
  propertyName,
  stringLiteral,
  type Doc,
  type Emission,
  type Fragment,
  type McpBinding,
} from "../v1.js";
import { TOOLS_MODULE } from "../../model/module-path.js";
import type { EmitOptions, BuiltInEmitter } from "../emitter.js";
import { createDescriber, type DescribedTool } from "./descriptor.js";
import { SharedConstants } from "./shared-constants.js";
import { sizeNote } from "./descriptor-size.js";

export const mcpTools: BuiltInEmitter = { name: "mcp-tools", needs: ["types"], emit: emitMcpTools };

function emitMcpTools(model: Model, { descriptors }: EmitOptions): Emission[] {
  const describe = createDescriber(model, descriptors);
  const bound = model.services.flatMap(({ operations }) =>
    operations.flatMap((operation): BoundTool[] => {
      const { mcp } = operation;
      return mcp === undefined ? [] : [{ mcp, ...describe(operation, mcp) }];
    }),
  );
  if (bound.length === 0) return [];
  const tools = bound.map(({ tool }) => tool);
  const content = jsonText({ tools } as unknown as Json);
  return [
    { path: `${TOOLS_MODULE}.json`, content, note: sizeNote(tools) },
    toolsModule(model, bound),
  ];
}

/** A tool's descriptor, and the binding that it describes. */
interface BoundTool extends DescribedTool {
  readonly mcp: McpBinding;
}

function toolsModule(model: Model, bound: readonly BoundTool[]): Fragment {
  const types = model.modules.find(({ path }) => path === TOOLS_MODULE)?.types ?? [];
  const scope = new ModuleScope(TOOLS_MODULE, [
    identifier("ToolTypes"),
    identifier("tools"),
    identifier("parts"),
    ...types.map(({ name }) => name),
  ]);
  const parts = bound.flatMap((each) => each.parts);
  const docs = [
    typesInterface(model, bound),
    toolsConstant(bound, scope),
    partsConstant(parts, scope),
  ];
  return {
    path: TOOLS_MODULE,
    imports: scope.imports,
    constants: scope.constants,
    declarations: [{ subject: identifier("tools"), docs }],
  };
}

function typesInterface(model: Model, bound: readonly BoundTool[]): Doc {
  const members = bound.map(({ mcp }) => [
    code`${propertyName(mcp.tool)}: `,
    code`{ arguments: ${model.typeOf(mcp.input).name}; result: ${model.typeOf(mcp.output).name} };`,
  ]);
  return [
    code`/** The types of each tool's arguments and structured content. */`,
    hardline,
    code`export interface ToolTypes {`,
    indent([hardline, join(hardline, members)]),
    hardline,
    "}",
  ];
}

function toolsConstant(bound: readonly BoundTool[], scope: ModuleScope): Doc {
  const type = scope.importType(CODEGEN, identifier("Tool"));
  const schemas = bound.flatMap(({ tool }) => [tool.inputSchema, tool.outputSchema ?? []].flat());
  const constants = new SharedConstants(schemas, scope);
  return [
    code`/** The tool descriptors that \`tools/list\` returns, as in mcp-tools.json. */`,
    hardline,
    code`export const tools: readonly `,
    arrayLiteral(bound.map(({ tool }) => code`${type}<${stringLiteral(tool.name)}>`)),
    code` = `,
    listLiteral(bound.map(({ tool }) => toolLiteral(tool, constants))),
    ";",
  ];
}

function toolLiteral(
  { inputSchema, outputSchema, annotations, ...texts }: Tool,
  constants: SharedConstants,
): Doc {
  const members = Object.entries(texts).map(([name, text]) => [name, stringLiteral(text)] as const);
  return objectLiteral([
    ...members,
    ["inputSchema", constants.schema(inputSchema, texts.name, "arguments")],
    ...(outputSchema === undefined
      ? []
      : [["outputSchema", constants.schema(outputSchema, texts.name, "result")] as const]),
    ["annotations", jsonLiteral({ ...annotations })],
  ]);
}

function partsConstant(parts: readonly ToolPart[], scope: ModuleScope): Doc {
  const type = scope.importType(CODEGEN, identifier("ToolPart"));
  return [
    code`/** The parts of descriptors that belong to extensions. Platforms without an extension do not see its parts. */`,
    hardline,
    code`export const parts: readonly ${type}[] = `,
    listLiteral(parts.map((each) => jsonLiteral({ ...each }))),
    ";",
  ];
}
