/**
 * Emit stubs: what a business and a platform start from. Templates with the slots that the model fills;
 * what is the same for all of them is in the runtime.
 */

import type { Model } from "../../model/model.js";
import { TOOLS_MODULE } from "../../model/services/bind-mcp.js";
import type { Emitter, Fragment } from "../emitter.js";
import { group, hardline, indent, join, line, type Doc } from "../source/doc.js";
import { arrayLiteral, objectLiteral, stringLiteral } from "../source/literal.js";
import { ModuleScope } from "../source/module-scope.js";
import { clientTemplate, serverTemplate } from "./compiled-templates.js";
import type { CompiledTemplate } from "./template.js";

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
  const type = scope.import(RUNTIME_SERVER, "ServerDefinition", true);
  const definition = objectLiteral([
    ...commonMembers(model, scope),
    ["surface", scope.import("surface", "surface")],
    ["validators", scope.import("validators", "validators")],
    ["transports", arrayLiteral(transportsOf(model, scope))],
  ]);
  return fill(serverTemplate, scope, {
    Name: `type Name = ${stringLiteral(nameOf(model))};`,
    Operations: operationsType(model, scope),
    definition: [`const definition: ${type}<Name> = `, definition, ";"],
  });
}

function clientModule(model: Model): Fragment {
  const scope = scopeOf("client", clientTemplate);
  const type = scope.import("@proto-gen/runtime/client", "ClientDefinition", true);
  const definition = objectLiteral([...commonMembers(model, scope), ["checks", CHECKS]]);
  return fill(clientTemplate, scope, {
    Operations: operationsType(model, scope),
    definition: [`const definition: ${type} = `, definition, ";"],
  });
}

/** Imported when they are needed: a client that checks nothing has none of them in its bundle. */
const CHECKS: Doc = [
  "async () => ({",
  indent([
    hardline,
    '...(await import("./validators.js")),',
    hardline,
    '...(await import("./surface.js")),',
  ]),
  hardline,
  "})",
];

/** What both sides are made of. */
function commonMembers(model: Model, scope: ModuleScope): Member[] {
  const services = model.services.map(({ module }) => scope.import(module, "service"));
  return [
    ["name", stringLiteral(nameOf(model))],
    ["agreement", scope.import("negotiation", "agreement")],
    ["services", arrayLiteral(services)],
  ];
}

function nameOf({ profile }: Model): string {
  return profile.vocabulary.name;
}

/** Operations of several services have distinct names: SERVICE_DUPLICATE_OPERATION. */
function operationsType({ services }: Model, scope: ModuleScope): Doc {
  const types = services.map(({ module }) => scope.import(module, "Operations", true));
  return ["type Operations =", group(indent([line, join([" &", line], types)])), ";"];
}

function transportsOf({ services }: Model, scope: ModuleScope): string[] {
  const operations = services.flatMap((service) => service.operations);
  const overRest = operations.some(({ rest }) => rest !== undefined);
  const overMcp = operations.some(({ mcp }) => mcp !== undefined);
  return [
    ...(overRest ? [scope.import(RUNTIME_SERVER, "rest")] : []),
    ...(overMcp
      ? [`${scope.import("@proto-gen/runtime/mcp", "mcp")}(${scope.import(TOOLS_MODULE, "tools")})`]
      : []),
  ];
}

/** The names that the template has are taken before anything else is imported. */
function scopeOf(path: string, { imports, slots }: CompiledTemplate): ModuleScope {
  return new ModuleScope(path, [...imports.map(({ local }) => local), ...slots]);
}

/** @param slots what declares each slot of the template, by its name, in the order of the declarations */
function fill(
  template: CompiledTemplate,
  scope: ModuleScope,
  slots: Readonly<Record<string, Doc>>,
): Fragment {
  const empty = template.slots.filter((slot) => slots[slot] === undefined);
  if (empty.length > 0) throw new TypeError(`nothing fills the slots ${empty.join(", ")}`);
  const statements = template.statements.map((text) => join(hardline, text.split("\n")));
  return {
    path: scope.path,
    imports: [...template.imports, ...scope.imports],
    constants: [],
    declarations: [{ subject: scope.path, docs: [...Object.values(slots), ...statements] }],
  };
}
