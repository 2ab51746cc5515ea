/**
 * Emit services: each service of the profile as data and types, and apart from them, since not everyone
 * who calls an operation checks what it gives, the checks of them all.
 */

import { viewText, type View } from "../../compose/view.js";
import { surfaceKey, type Model } from "../../model/model.js";
import { META } from "../../model/services/bind-mcp.js";
import type { Annotations, Definition } from "../../model/node.js";
import {
  identifiersOf,
  type McpBinding,
  type Operation,
  type Parameter,
  type RestBinding,
  type ServiceModel,
} from "../../model/services/operation.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { camelCase } from "../../text/words.js";
import type { Emitter, Fragment } from "../emitter.js";
import { code, joinCode, type Code } from "../source/code.js";
import { commentBlock } from "../source/comment.js";
import { docComment } from "../source/doc-comment.js";
import { hardline, indent, join, type Doc } from "../source/doc.js";
import {
  arrayLiteral,
  jsonLiteral,
  numberLiteral,
  objectLiteral,
  propertyName,
  stringLiteral,
} from "../source/literal.js";
import { ModuleScope } from "../source/module-scope.js";
import { marksOf } from "./marks.js";

const RUNTIME_SERVICE = "@proto-gen/runtime/service";

export const services: Emitter = {
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

export const VALIDATORS_MODULE = "validators";

/** What a name begins with that a parameter or operation gives nothing to begin with. */
const OPERATION = identifier("operation");

type Member = readonly [string, Doc];

function serviceModule(model: Model, service: ServiceModel): Fragment {
  const scope = new ModuleScope(service.module, ["service", "Operations"].map(identifier));
  const operationType = (): Identifier =>
    scope.import(RUNTIME_SERVICE, identifier("Operation"), true);
  const serviceType = scope.import(RUNTIME_SERVICE, identifier("Service"), true);
  const constants = service.operations.map((operation) => ({
    name: scope.claim(camelCase(operation.id, OPERATION)),
    operation,
  }));
  const docs = constants.map(({ name, operation }): Doc => {
    const value = objectLiteral(operationMembers(model, operation, scope));
    return [
      ...docComment(textOf(operation)),
      code`export const ${name}: ${operationType()} = `,
      value,
      ";",
    ];
  });
  const operations: Doc = [
    code`/** What each operation takes and gives, by its name. */`,
    hardline,
    code`export interface Operations {`,
    indent(
      service.operations.map((operation) => [hardline, typesDoc(model, scope, operation)] as Doc),
    ),
    service.operations.length === 0 ? "" : hardline,
    "}",
  ];
  const whole: Doc = [
    commentBlock([`${service.name}, version ${service.version}, as this business offers it.`]),
    hardline,
    code`export const service: ${serviceType} = `,
    objectLiteral([
      ["name", stringLiteral(service.name)],
      ["version", stringLiteral(service.version)],
      ["endpoints", jsonLiteral(endpointsOf(service))],
      ["operations", arrayLiteral(constants.map(({ name }) => name))],
    ]),
    ";",
  ];
  return {
    path: service.module,
    imports: scope.imports,
    constants: scope.constants,
    declarations: [{ subject: identifier("service"), docs: [...docs, operations, whole] }],
  };
}

/** The types of one operation, as a member of `Operations`. */
function typesDoc(model: Model, scope: ModuleScope, operation: Operation): Doc {
  const typeOf = (definition: Definition | undefined): Code => {
    if (definition === undefined) return code`undefined`;
    const { module, name } = model.typeOf(definition);
    return scope.import(module, name, true);
  };
  const { id, request, response, outcome, rest, mcp } = operation;
  const transports = [
    ...(rest === undefined ? [] : ["rest"]),
    ...(mcp === undefined ? [] : ["mcp"]),
  ];
  const members = [
    code`request: ${typeOf(request)};`,
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

function unionOf(names: readonly string[]): Code {
  return names.length === 0 ? code`never` : joinCode(names.map(stringLiteral), " | ");
}

function textOf({ summary, deprecated }: Operation): Annotations {
  return { ...(summary === undefined ? {} : { description: summary }), deprecated };
}

function validatorsModule(model: Model): Fragment {
  const scope = new ModuleScope(VALIDATORS_MODULE, ["validators"].map(identifier));
  const type = scope.import(RUNTIME_SERVICE, identifier("OperationValidators"), true);
  const validatorOf = (definition: Definition): Identifier => {
    const { module, name } = model.typeOf(definition);
    return scope.import(module, name);
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
    code`/** What each operation takes and gives, as checks, by its name. */`,
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

function operationMembers(model: Model, operation: Operation, scope: ModuleScope): Member[] {
  const { id, verb, capability, views, request, response, outcome, rest, mcp } = operation;
  const surfaces = [
    ...surfaceMember(model, "request", request, views.request),
    ...surfaceMember(model, "response", response, views.response),
  ];
  return [
    ["id", stringLiteral(id)],
    ["verb", stringLiteral(verb)],
    ["capability", stringLiteral(capability)],
    ["identifiers", jsonLiteral(identifiersOf(operation))],
    ["marks", jsonLiteral(marksOf(response, outcome))],
    ...(surfaces.length === 0 ? [] : [["surface", objectLiteral(surfaces)] as const]),
    ...(rest === undefined ? [] : [["rest", restLiteral(rest, scope)] as const]),
    ...(mcp === undefined ? [] : [["mcp", mcpLiteral(mcp)] as const]),
  ];
}

/** Where a root's shape stands in `surface`; nothing for what no extension can add to. */
function surfaceMember(
  model: Model,
  name: string,
  definition: Definition | undefined,
  view: View,
): Member[] {
  const type = definition && model.typeOf(definition);
  const text = viewText(view);
  const shape = model.surfaces.find(({ views }) =>
    views.some((each) => viewText(each.view) === text && each.type === type),
  );
  return shape === undefined ? [] : [[name, jsonLiteral({ shape: surfaceKey(shape), view: text })]];
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

/** Operations have most of their parameters in common. */
function parameterConstant(
  { name, in: place, required }: Parameter,
  scope: ModuleScope,
): Identifier {
  const value = { name, in: place, required };
  const wish = camelCase(`${required ? "" : "optional "}${name} ${place}`, OPERATION);
  return scope.hoist(JSON.stringify(value), wish, (constant) => [
    code`const ${constant}: ${scope.import(RUNTIME_SERVICE, identifier("WireParameter"), true)} = `,
    jsonLiteral(value),
    ";",
  ]);
}

function mcpLiteral(binding: McpBinding): Doc {
  const { tool, payload, resultKey, idempotencyKey } = binding;
  return jsonLiteral({
    tool,
    ...(payload === undefined ? {} : { payload }),
    result: resultKey,
    meta: binding.arguments.some(({ name }) => name === META),
    idempotencyKey: { required: idempotencyKey.required, in: idempotencyKey.in },
  });
}
