/**
 * Emit stubs: the modules `server`, `client` and `commerce`, from which a business and a platform start. Each is a template
 * whose slots are filled from the model; code that does not depend on the model is in the runtime.
 */

import {
  arrayLiteral,
  code,
  group,
  hardline,
  identifier,
  indent,
  join,
  line,
  objectLiteral,
  stringLiteral,
  type Code,
  type Doc,
  type Fragment,
  type ImportExtension,
  type ModuleScope,
  type NamedType,
} from "../v1.js";
import { hasServer, type Model } from "../../model/model.js";
import { TOOLS_MODULE } from "../../model/module-path.js";
import type { BuiltInEmitter } from "../emitter.js";
import { relativeSpecifier } from "../../source/module-scope.js";
import { clientTemplate, serverTemplate } from "./compiled-templates.js";
import { businessModule } from "./business-module.js";
import { commerceModule } from "./commerce-module.js";
import { fillTemplate, templateScope } from "./fill-template.js";

type Member = readonly [string, Doc];

const RUNTIME_SERVER = { package: "@proto-gen/runtime/server" };

export const stubs: BuiltInEmitter = {
  name: "stubs",
  needs: ["types", "validators", "negotiation", "services", "release", "members", "mcp-tools"],
  emit: (model, { code: { importExtension } }) =>
    model.services.some(({ operations }) => operations.length > 0)
      ? [
          ...(hasServer(model)
            ? [serverModule(model, importExtension), businessModule(model)]
            : []),
          clientModule(model, importExtension),
          commerceModule(model),
        ]
      : [],
};

function serverModule(model: Model, extension: ImportExtension): Fragment {
  const scope = templateScope("server", serverTemplate);
  const type = scope.importType(RUNTIME_SERVER, identifier("ServerDefinition"));
  const definition = objectLiteral([
    ...commonMembers(model, scope),
    ["surface", scope.import({ module: "surface" }, identifier("surface"))],
    ["validators", scope.import({ module: "validators" }, identifier("validators"))],
    ["members", lazyMembers(extension, "members")],
    ["requestMembers", lazyMembers(extension, "requestMembers")],
    ["releaseValues", scope.import({ module: "release" }, identifier("releaseValues"))],
    ["profileValidators", profileValidators(model, scope)],
    ["transports", arrayLiteral(transportAdapters(model, scope))],
  ]);
  return fillTemplate(serverTemplate, scope, {
    Name: { declared: code`type Name = ${stringLiteral(protocolName(model))};` },
    Operations: { declared: operationsType(model, scope) },
    definition: { declared: [code`const definition: ${type}<Name> = `, definition, ";"] },
  });
}

/** The validators of the profile that the server publishes. */
function profileValidators({ profileTypes }: Model, scope: ModuleScope): Doc {
  const { profile, capabilities, paymentHandlers, paymentConfigs } = profileTypes;
  const validatorOf = (type: NamedType): Doc => scope.import(type, type.name);
  const byName = (types: ReadonlyMap<string, NamedType>): Doc =>
    objectLiteral([...types].map(([name, type]) => [name, validatorOf(type)]));
  return objectLiteral([
    ...(profile === undefined ? [] : [["profile", validatorOf(profile)] as const]),
    ["capabilities", byName(capabilities)],
    ["paymentHandlers", byName(paymentHandlers)],
    ["paymentConfigs", byName(paymentConfigs)],
  ]);
}

function clientModule(model: Model, extension: ImportExtension): Fragment {
  const scope = templateScope("client", clientTemplate);
  const type = scope.importType(
    { package: "@proto-gen/runtime/client" },
    identifier("ClientDefinition"),
  );
  const definition = objectLiteral([
    ...commonMembers(model, scope),
    ["checks", lazyChecks(extension)],
  ]);
  return fillTemplate(clientTemplate, scope, {
    Operations: { declared: operationsType(model, scope) },
    definition: { declared: [code`const definition: ${type} = `, definition, ";"] },
  });
}

/** Imported in development alone. */
function lazyMembers(extension: ImportExtension, name: "members" | "requestMembers"): Doc {
  return code`async () => (await ${importCall("members", extension)}).${identifier(name)}`;
}

/** Imported at the first use: a client that does not validate has no validators in its bundle. */
function lazyChecks(extension: ImportExtension): Doc {
  return [
    code`async () => ({`,
    indent([
      hardline,
      code`...(await ${importCall("validators", extension)}),`,
      hardline,
      code`...(await ${importCall("surface", extension)}),`,
    ]),
    hardline,
    code`})`,
  ];
}

/** Of a module beside the one that imports it. */
function importCall(module: string, extension: ImportExtension): Code {
  return code`import(${stringLiteral(relativeSpecifier("", module, extension))})`;
}

/** The members that both definitions have. */
function commonMembers(model: Model, scope: ModuleScope): Member[] {
  const services = model.services.map(({ module }) =>
    scope.import({ module }, identifier("service")),
  );
  return [
    ["name", stringLiteral(protocolName(model))],
    ["agreement", scope.import({ module: "negotiation" }, identifier("agreement"))],
    ["services", arrayLiteral(services)],
  ];
}

function protocolName({ profile }: Model): string {
  return profile.vocabulary.name;
}

/** An intersection: operations of several services have distinct names (SERVICE_DUPLICATE_OPERATION). */
function operationsType({ services }: Model, scope: ModuleScope): Doc {
  const types = services.map(({ module }) =>
    scope.importType({ module }, identifier("Operations")),
  );
  return [code`type Operations =`, group(indent([line, join([" &", line], types)])), ";"];
}

function transportAdapters({ services }: Model, scope: ModuleScope): Code[] {
  const operations = services.flatMap((service) => service.operations);
  const overRest = operations.some(({ rest }) => rest !== undefined);
  const overMcp = operations.some(({ mcp }) => mcp !== undefined);
  return [
    ...(overRest ? [scope.import(RUNTIME_SERVER, identifier("restTransport"))] : []),
    ...(overMcp
      ? [
          code`${scope.import({ package: "@proto-gen/runtime/mcp" }, identifier("mcpTransport"))}(${scope.import({ module: TOOLS_MODULE }, identifier("tools"))}, ${scope.import({ module: TOOLS_MODULE }, identifier("parts"))})`,
        ]
      : []),
  ];
}
