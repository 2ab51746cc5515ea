/**
 * Emit services: each service of the profile as data and types. The validators of all operations are in a module of
 * their own, so that a client that does not validate can leave them out of its bundle.
 */

import {
  arrayLiteral,
  camelCase,
  code,
  CODEGEN,
  commentBlock,
  docComment,
  hardline,
  identifier,
  indent,
  join,
  joinCode,
  jsonLiteral,
  ModuleScope,
  numberLiteral,
  objectLiteral,
  propertyName,
  stringLiteral,
  type Code,
  type Definition,
  type Doc,
  type Documented,
  type Fragment,
  type Identifier,
  type McpBinding,
  type Operation,
  type Parameter,
  type RestBinding,
  type ServiceModel,
  type View,
} from "../v1.js";
import { viewText } from "../../compose/view.js";
import { hasServer, shapeKey, type Model } from "../../model/model.js";
import { META } from "../../model/services/bind-mcp.js";
import {
  identifiersOf,
  payloadIdentifiersOf,
  repeatedIdentifiersOf,
} from "../../model/services/operation.js";
import type { BuiltInEmitter } from "../emitter.js";
import { distinguishingMembers } from "./distinguishing-members.js";

export const services: BuiltInEmitter = {
  name: "services",
  needs: ["types", "validators"],
  emit: (model) =>
    model.services.length === 0
      ? []
      : [
          ...model.services.map((service) => serviceModule(model, service)),
          validatorsModule(model),
        ],
};

const VALIDATORS_MODULE = "validators";

/** The name of an operation or parameter in whose own name no letter is usable. */
const OPERATION = identifier("operation");

type Member = readonly [string, Doc];

function serviceModule(model: Model, service: ServiceModel): Fragment {
  const scope = new ModuleScope(service.module, ["service", "Operations"].map(identifier));
  const serviceType = scope.importType(CODEGEN, identifier("Service"));
  const constants = service.operations.map((operation) => ({
    name: scope.claim(camelCase(operation.id, OPERATION)),
    operation,
  }));
  const docs = [
    ...constants.map(({ name, operation }) => operationConstant(name, operation, { model, scope })),
    operationsInterface(service, { model, scope }),
    serviceConstant(
      { service, isServed: hasServer(model) },
      constants.map(({ name }) => name),
      serviceType,
    ),
  ];
  return {
    path: service.module,
    imports: scope.imports,
    constants: scope.constants,
    declarations: [{ subject: identifier("service"), docs }],
  };
}

interface ModuleContext {
  readonly model: Model;
  readonly scope: ModuleScope;
}

function operationConstant(name: Identifier, operation: Operation, context: ModuleContext): Doc {
  const value = objectLiteral(operationMembers(operation, context));
  const type = context.scope.importType(CODEGEN, identifier("Operation"));
  return [
    ...docComment(annotationsOf(operation)),
    code`export const ${name}: ${type} = `,
    value,
    ";",
  ];
}

function operationsInterface({ operations }: ServiceModel, context: ModuleContext): Doc {
  return [
    code`/** The request and response types of each operation, by its name. */`,
    hardline,
    code`export interface Operations {`,
    indent(operations.map((operation): Doc => [hardline, operationTypes(operation, context)])),
    operations.length === 0 ? "" : hardline,
    "}",
  ];
}

function serviceConstant(
  { service, isServed }: { readonly service: ServiceModel; readonly isServed: boolean },
  operations: readonly Identifier[],
  type: Identifier,
): Doc {
  const { name, version } = service;
  return [
    commentBlock([
      isServed
        ? `${name}, version ${version}, as this business offers it.`
        : `${name}, version ${version}, as its release describes it.`,
    ]),
    hardline,
    code`export const service: ${type} = `,
    objectLiteral([
      ["name", stringLiteral(name)],
      ["version", stringLiteral(version)],
      ["endpoints", jsonLiteral(endpointsOf(service))],
      ["operations", arrayLiteral(operations)],
    ]),
    ";",
  ];
}

/** The types of one operation, as a member of `Operations`. */
function operationTypes(operation: Operation, { model, scope }: ModuleContext): Doc {
  const typeOf = (definition: Definition | undefined): Code => {
    if (definition === undefined) return code`undefined`;
    const { module, name } = model.typeOf(definition);
    return scope.importType({ module }, name);
  };
  const { id, response, outcome, rest, mcp } = operation;
  const transports = [
    ...(rest === undefined ? [] : ["rest"]),
    ...(mcp === undefined ? [] : ["mcp"]),
  ];
  const members = [
    code`request: ${requestType(operation, typeOf)};`,
    code`response: ${typeOf(response)};`,
    code`outcome: ${typeOf(outcome)};`,
    code`identifiers: ${unionOf(identifiersOf(operation))};`,
    code`transports: ${unionOf(transports)};`,
  ];
  return [
    code`${propertyName(id)}: {`,
    indent([hardline, join(hardline, members)]),
    hardline,
    "};",
  ];
}

/** Over MCP alone, members of the request may be arguments of their own. */
function requestType(
  { request, mcp }: Operation,
  typeOf: (definition: Definition | undefined) => Code,
): Code {
  if (mcp === undefined || mcp.members.length === 0) return typeOf(request);
  const own = code`Pick<${typeOf(mcp.input)}, ${unionOf(mcp.members)}>`;
  return request === undefined ? own : code`${typeOf(request)} | ${own}`;
}

function unionOf(names: readonly string[]): Code {
  return names.length === 0 ? code`never` : joinCode(names.map(stringLiteral), " | ");
}

function annotationsOf({ summary, deprecated }: Operation): Documented {
  return { description: summary, deprecated };
}

function validatorsModule(model: Model): Fragment {
  const scope = new ModuleScope(VALIDATORS_MODULE, ["validators"].map(identifier));
  const type = scope.importType(CODEGEN, identifier("OperationValidators"));
  const validatorOf = (definition: Definition): Identifier => {
    const { module, name } = model.typeOf(definition);
    return scope.import({ module }, name);
  };
  const operations = model.services.flatMap((service) => service.operations);
  const members = operations.map(({ id, request, response, outcome, mcp }): Member => {
    const checks: Member[] = [
      ...(request === undefined ? [] : [["request", validatorOf(request)] as const]),
      ...(response === undefined ? [] : [["response", validatorOf(response)] as const]),
      ["outcome", validatorOf(outcome)],
      ...(mcp === undefined ? [] : [["arguments", validatorOf(mcp.input)] as const]),
    ];
    return [id, objectLiteral(checks)];
  });
  const docs: Doc = [
    code`/** The request and response checks of each operation, by its name. */`,
    hardline,
    code`export const validators: Readonly<Record<string, ${type}>> = `,
    objectLiteral(members),
    ";",
  ];
  return {
    path: VALIDATORS_MODULE,
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: identifier("validators"), docs: [docs] }],
  };
}

function endpointsOf({ rest, mcp }: ServiceModel): Record<string, string> {
  return {
    ...(rest?.endpoint === undefined ? {} : { rest: rest.endpoint }),
    ...(mcp?.endpoint === undefined ? {} : { mcp: mcp.endpoint }),
  };
}

function operationMembers(operation: Operation, { model, scope }: ModuleContext): Member[] {
  const { id, verb, capability, views, request, response, outcome, rest, mcp } = operation;
  const repeated = repeatedIdentifiersOf(operation);
  const surfaces = [
    ...namedMember("request", surfaceReference(model, request, views.request)),
    ...namedMember("response", surfaceReference(model, response, views.response)),
  ];
  return [
    ["id", stringLiteral(id)],
    ["verb", stringLiteral(verb)],
    ["capability", stringLiteral(capability)],
    ["identifiers", jsonLiteral(identifiersOf(operation))],
    ...(repeated.length === 0 ? [] : [["repeatedIdentifiers", jsonLiteral(repeated)] as const]),
    ["marks", jsonLiteral(distinguishingMembers(response, outcome))],
    ...(surfaces.length === 0 ? [] : [["surface", objectLiteral(surfaces)] as const]),
    ...(rest === undefined ? [] : [["rest", restLiteral(rest, scope)] as const]),
    ...(mcp === undefined
      ? []
      : [["mcp", mcpLiteral(mcp, payloadIdentifiersOf(operation))] as const]),
  ];
}

function namedMember(name: string, value: Doc | undefined): Member[] {
  return value === undefined ? [] : [[name, value]];
}

/** The key of a root's shape in `surface`; undefined for a type that no extension can add to. */
function surfaceReference(
  model: Model,
  definition: Definition | undefined,
  view: View,
): Doc | undefined {
  const type = definition && model.typeOf(definition);
  const text = viewText(view);
  const shape = model.subsetChecks.find(({ views }) =>
    views.some((each) => viewText(each.view) === text && each.type === type),
  );
  return shape && jsonLiteral({ shape: shapeKey(shape), view: text });
}

function restLiteral(
  { method, path, parameters, body, success }: RestBinding,
  scope: ModuleScope,
): Doc {
  return objectLiteral([
    ["method", stringLiteral(method.toUpperCase())],
    ["path", stringLiteral(path)],
    ["parameters", arrayLiteral(parameters.map((each) => parameterConstant(each, scope)))],
    ["body", stringLiteral(body === undefined ? "none" : body.required ? "required" : "optional")],
    ["success", numberLiteral(success)],
  ]);
}

/** A constant, since most operations have the same parameters. */
function parameterConstant(
  { name, in: place, required }: Parameter,
  scope: ModuleScope,
): Identifier {
  const value = { name, in: place, required };
  const wish = camelCase(`${required ? "" : "optional "}${name} ${place}`, OPERATION);
  return scope.hoist(JSON.stringify(value), wish, (constant) => [
    code`const ${constant}: ${scope.importType(CODEGEN, identifier("WireParameter"))} = `,
    jsonLiteral(value),
    ";",
  ]);
}

function mcpLiteral(binding: McpBinding, inPayload: readonly string[]): Doc {
  const { tool, payload, members, resultKey, idempotencyKey } = binding;
  return jsonLiteral({
    tool,
    ...(payload === undefined ? {} : { payload }),
    ...(inPayload.length === 0 ? {} : { payloadIdentifiers: inPayload }),
    ...(members.length === 0 ? {} : { members }),
    result: resultKey,
    meta: binding.arguments.some(({ name }) => name === META),
    idempotencyKey: { required: idempotencyKey.required, in: idempotencyKey.in },
  });
}
