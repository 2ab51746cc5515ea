/** Emit MCP tools: their descriptors, as JSON for any program and as typed data for the generated server. */

import type { Json } from "@proto-gen/runtime/json";
import type { Tool, ToolRequirement } from "@proto-gen/runtime/service";
import type { Model } from "../../model/model.js";
import type { McpBinding } from "../../model/services/operation.js";
import { TOOLS_MODULE } from "../../model/module-path.js";
import type { Emission, Emitter, Fragment } from "../emitter.js";
import { hardline, indent, join, type Doc } from "../../source/doc.js";
import { jsonText } from "../../text/json-text.js";
import {
  arrayLiteral,
  jsonLiteral,
  objectLiteral,
  propertyName,
  stringLiteral,
  listLiteral,
} from "../../source/literal.js";
import { ModuleScope } from "../../source/module-scope.js";
import { createDescriber } from "./descriptor.js";
import { findExtensionRequirements } from "./extension-requirements.js";
import { sizeNote } from "./descriptor-size.js";
import { identifier, isIdentifier, type Identifier } from "../../text/identifier.js";
import { camelCase } from "../../text/words.js";
import { code } from "../../source/code.js";

const RUNTIME_SERVICE = "@proto-gen/runtime/service";

export const mcpTools: Emitter = { name: "mcp-tools", needs: ["types"], emit: emitMcpTools };

function emitMcpTools(model: Model): Emission[] {
  const describe = createDescriber();
  const bound = model.services.flatMap(({ operations }) =>
    operations.flatMap((operation): BoundTool[] => {
      const { mcp } = operation;
      return mcp === undefined ? [] : [{ mcp, tool: describe(operation, mcp) }];
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
interface BoundTool {
  readonly mcp: McpBinding;
  readonly tool: Tool;
}

function toolsModule(model: Model, bound: readonly BoundTool[]): Fragment {
  const types = model.modules.find(({ path }) => path === TOOLS_MODULE)?.types ?? [];
  const scope = new ModuleScope(TOOLS_MODULE, [
    identifier("ToolTypes"),
    identifier("tools"),
    identifier("requirements"),
    ...types.map(({ name }) => name),
  ]);
  const requirements = bound.flatMap(({ mcp }) => findExtensionRequirements(mcp, model));
  const docs = [
    typesInterface(model, bound),
    toolsConstant(bound, scope),
    requirementsConstant(requirements, scope),
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
    code`/** The arguments of each tool, and its structured content. */`,
    hardline,
    code`export interface ToolTypes {`,
    indent([hardline, join(hardline, members)]),
    hardline,
    "}",
  ];
}

function toolsConstant(bound: readonly BoundTool[], scope: ModuleScope): Doc {
  const type = scope.importType(RUNTIME_SERVICE, identifier("Tool"));
  return [
    code`/** What \`tools/list\` gives: the descriptors that stand in mcp-tools.json, too. */`,
    hardline,
    code`export const tools: readonly `,
    arrayLiteral(bound.map(({ tool }) => code`${type}<${stringLiteral(tool.name)}>`)),
    code` = `,
    listLiteral(bound.map((each) => toolLiteral(each.tool, outputConstant(each, scope)))),
    ";",
  ];
}

function requirementsConstant(requirements: readonly ToolRequirement[], scope: ModuleScope): Doc {
  const type = scope.importType(RUNTIME_SERVICE, identifier("ToolRequirement"));
  return [
    code`/** What tools require because of an extension: not of platforms that do not have it. */`,
    hardline,
    code`export const requirements: readonly ${type}[] = `,
    listLiteral(requirements.map((each) => jsonLiteral({ ...each }))),
    ";",
  ];
}

/** Tools of one resource share the constant. */
function outputConstant({ mcp, tool }: BoundTool, scope: ModuleScope): Identifier {
  const type = scope.importType(RUNTIME_SERVICE, identifier("ObjectSchema"));
  return scope.hoist(mcp.output.key, outputName(mcp.resultKey), (name) => [
    code`const ${name}: ${type} = `,
    jsonLiteral(tool.outputSchema),
    ";",
  ]);
}

function outputName(resultKey: string): Identifier {
  const key = isIdentifier(resultKey) ? resultKey : camelCase(resultKey, RESULT);
  return identifier(`${key}Output`);
}

const RESULT = identifier("result");

function toolLiteral({ outputSchema: _, ...tool }: Tool, output: Identifier): Doc {
  const members = Object.entries(tool).map(
    ([name, value]) => [name, jsonLiteral(value as unknown as Json)] as const,
  );
  return objectLiteral([...members, ["outputSchema", output]]);
}
