/**
 * Emit stubs: what a business and a platform start from. Templates with the slots that the model fills;
 * what is the same for all of them is in the runtime.
 */

import type { Model } from "../../model/model.js";
import { TOOLS_MODULE } from "../../model/module-path.js";
import type { Emitter, Fragment } from "../emitter.js";
import { group, hardline, indent, join, line, type Doc } from "../source/doc.js";
import { arrayLiteral, objectLiteral, stringLiteral } from "../source/literal.js";
import { ModuleScope, type Import } from "../source/module-scope.js";
import { clientTemplate, serverTemplate } from "./compiled-templates.js";
import type { CompiledTemplate, TemplateImport } from "./template.js";
import { identifier } from "../../text/identifier.js";
import { code, verbatim, type Code } from "../source/code.js";

type Member = readonly [string, Doc];

const RUNTIME_SERVER = "@proto-gen/runtime/server";

export const stubs: Emitter = {
  name: "stubs",
  needs: ["types", "validators", "negotiation", "services", "mcp-tools"],
  emit: (model) =>
    model.services.some(({ operations }) => operations.length > 0)
      ? [serverModule(model), clientModule(model)]
      : [],
};

function serverModule(model: Model): Fragment {
  const scope = scopeOf("server", serverTemplate);
  const type = scope.import(RUNTIME_SERVER, identifier("ServerDefinition"), true);
  const definition = objectLiteral([
    ...commonMembers(model, scope),
    ["surface", scope.import("surface", identifier("surface"))],
    ["validators", scope.import("validators", identifier("validators"))],
    ["transports", arrayLiteral(transportsOf(model, scope))],
  ]);
  return fill(serverTemplate, scope, {
    Name: code`type Name = ${stringLiteral(nameOf(model))};`,
    Operations: operationsType(model, scope),
    definition: [code`const definition: ${type}<Name> = `, definition, ";"],
  });
}

function clientModule(model: Model): Fragment {
  const scope = scopeOf("client", clientTemplate);
  const type = scope.import("@proto-gen/runtime/client", identifier("ClientDefinition"), true);
  const definition = objectLiteral([...commonMembers(model, scope), ["checks", CHECKS]]);
  return fill(clientTemplate, scope, {
    Operations: operationsType(model, scope),
    definition: [code`const definition: ${type} = `, definition, ";"],
  });
}

/** Imported when they are needed: a client that checks nothing has none of them in its bundle. */
const CHECKS: Doc = [
  code`async () => ({`,
  indent([
    hardline,
    code`...(await import("./validators.js")),`,
    hardline,
    code`...(await import("./surface.js")),`,
  ]),
  hardline,
  code`})`,
];

/** What both sides are made of. */
function commonMembers(model: Model, scope: ModuleScope): Member[] {
  const services = model.services.map(({ module }) => scope.import(module, identifier("service")));
  return [
    ["name", stringLiteral(nameOf(model))],
    ["agreement", scope.import("negotiation", identifier("agreement"))],
    ["services", arrayLiteral(services)],
  ];
}

function nameOf({ profile }: Model): string {
  return profile.vocabulary.name;
}

/** Operations of several services have distinct names: SERVICE_DUPLICATE_OPERATION. */
function operationsType({ services }: Model, scope: ModuleScope): Doc {
  const types = services.map(({ module }) => scope.import(module, identifier("Operations"), true));
  return [code`type Operations =`, group(indent([line, join([" &", line], types)])), ";"];
}

function transportsOf({ services }: Model, scope: ModuleScope): Code[] {
  const operations = services.flatMap((service) => service.operations);
  const overRest = operations.some(({ rest }) => rest !== undefined);
  const overMcp = operations.some(({ mcp }) => mcp !== undefined);
  return [
    ...(overRest ? [scope.import(RUNTIME_SERVER, identifier("rest"))] : []),
    ...(overMcp
      ? [
          code`${scope.import("@proto-gen/runtime/mcp", identifier("mcp"))}(${scope.import(TOOLS_MODULE, identifier("tools"))})`,
        ]
      : []),
  ];
}

/** The names that the template has are taken before anything else is imported. */
function scopeOf(path: string, { imports, slots }: CompiledTemplate): ModuleScope {
  return new ModuleScope(path, [...imports.map(({ local }) => local), ...slots].map(identifier));
}

/** @param slots what declares each slot of the template, by its name, in the order of the declarations */
function fill(
  template: CompiledTemplate,
  scope: ModuleScope,
  slots: Readonly<Record<string, Doc>>,
): Fragment {
  const empty = template.slots.filter((slot) => slots[slot] === undefined);
  if (empty.length > 0) throw new TypeError(`nothing fills the slots ${empty.join(", ")}`);
  const statements = template.statements.map((text) =>
    join(hardline, text.split("\n").map(verbatim)),
  );
  return {
    path: scope.path,
    imports: [...template.imports.map(importOf), ...scope.imports],
    constants: [],
    declarations: [
      { subject: identifier(scope.path), docs: [...Object.values(slots), ...statements] },
    ],
  };
}

function importOf({ from, name, local, typeOnly }: TemplateImport): Import {
  return { from, name: identifier(name), local: identifier(local), typeOnly };
}
