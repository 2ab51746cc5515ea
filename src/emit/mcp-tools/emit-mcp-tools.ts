/** Emit MCP tools: their descriptors as JSON, and the same as typed data. */

import type { Json } from "@proto-gen/runtime/json";
import type { Tool } from "@proto-gen/runtime/service";
import type { Model } from "../../model/model.js";
import type { McpBinding } from "../../model/services/operation.js";
import { TOOLS_MODULE } from "../../model/module-path.js";
import type { Emission, Emitter, Fragment } from "../emitter.js";
import { hardline, indent, join, type Doc } from "../source/doc.js";
import { jsonText } from "../../text/json-text.js";
import {
  arrayLiteral,
  jsonLiteral,
  objectLiteral,
  propertyName,
  stringLiteral,
} from "../source/literal.js";
import { ModuleScope } from "../source/module-scope.js";
import { createDescriber } from "./descriptor.js";
import { sizeNote } from "./sizes.js";
import { identifier, isIdentifier, type Identifier } from "../../text/identifier.js";
import { camelCase } from "../../text/words.js";
import { code } from "../source/code.js";

export const mcpTools: Emitter = { name: "mcp-tools", needs: ["types"], emit: emitMcpTools };

function emitMcpTools(model: Model): Emission[] {
  const describe = createDescriber();
  const described = model.services.flatMap(({ operations }) =>
    operations.flatMap((operation) =>
      operation.mcp === undefined
        ? []
        : [{ mcp: operation.mcp, tool: describe(operation, operation.mcp) }],
    ),
  );
  if (described.length === 0) return [];
  const tools = described.map(({ tool }) => tool);
  return [
    {
      path: `${TOOLS_MODULE}.json`,
      content: jsonText({ tools } as unknown as Json),
      note: sizeNote(tools),
    },
    toolsModule(model, described),
  ];
}

interface Described {
  readonly mcp: McpBinding;
  readonly tool: Tool;
}

function toolsModule(model: Model, described: readonly Described[]): Fragment {
  const own = model.modules.find(({ path }) => path === TOOLS_MODULE)?.types ?? [];
  const scope = new ModuleScope(TOOLS_MODULE, [
    identifier("ToolTypes"),
    identifier("tools"),
    ...own.map(({ name }) => name),
  ]);
  const type = scope.import("@proto-gen/runtime/service", identifier("Tool"), true);
  const members = described.map(({ mcp }) => [
    code`${propertyName(mcp.tool)}: `,
    code`{ arguments: ${model.typeOf(mcp.input).name}; result: ${model.typeOf(mcp.output).name} };`,
  ]);
  const schemaType = scope.import("@proto-gen/runtime/service", identifier("ObjectSchema"), true);
  // Tools of one resource give the same.
  const outputConstant = ({ output, resultKey }: McpBinding, { outputSchema }: Tool): Identifier =>
    scope.hoist(output.key, outputName(resultKey), (name) => [
      code`const ${name}: ${schemaType} = `,
      jsonLiteral(outputSchema),
      ";",
    ]);
  const docs: Doc[] = [
    [
      code`/** The arguments of each tool, and its structured content. */`,
      hardline,
      code`export interface ToolTypes {`,
      indent([hardline, join(hardline, members)]),
      hardline,
      "}",
    ],
    [
      code`/** What \`tools/list\` gives: the descriptors that stand in mcp-tools.json, too. */`,
      hardline,
      code`export const tools: readonly `,
      arrayLiteral(described.map(({ tool }) => code`${type}<${stringLiteral(tool.name)}>`)),
      code` = `,
      listOf(described.map(({ mcp, tool }) => toolLiteral(tool, outputConstant(mcp, tool)))),
      ";",
    ],
  ];
  return {
    path: TOOLS_MODULE,
    imports: scope.imports,
    constants: scope.constants,
    declarations: [{ subject: identifier("tools"), docs }],
  };
}

/** The constant that holds what a tool gives. */
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

function listOf(items: readonly Doc[]): Doc {
  return ["[", indent([hardline, join([",", hardline], items), ","]), hardline, "]"];
}
