/** Emit services: each service of the profile as typed data. */

import { viewText, type View } from "../../compose/view.js";
import { surfaceKey, type Model } from "../../model/model.js";
import type { Annotations, Definition } from "../../model/node.js";
import type {
  McpBinding,
  Operation,
  RestBinding,
  ServiceModel,
} from "../../model/services/operation.js";
import { wordsOf } from "../../text/words.js";
import type { Emitter, Fragment } from "../emitter.js";
import { docComment } from "../source/doc-comment.js";
import { hardline, indent, join, LINE_WIDTH, type Doc } from "../source/doc.js";
import { jsonLiteral, objectLiteral, propertyName, stringLiteral } from "../source/literal.js";
import { ModuleScope } from "../source/module-scope.js";

const RUNTIME_SERVICE = "@proto-gen/runtime/service";

export const services: Emitter = {
  name: "services",
  needs: ["types", "validators"],
  emit: (model) => model.services.map((service) => serviceModule(model, service)),
};

type Member = readonly [string, Doc];

function serviceModule(model: Model, service: ServiceModel): Fragment {
  const scope = new ModuleScope(service.module, ["service", "Operations"]);
  const operationType = (): string => scope.import(RUNTIME_SERVICE, "Operation", true);
  const serviceType = scope.import(RUNTIME_SERVICE, "Service", true);
  /** The validator, which is also the type. */
  const validatorOf = (definition: Definition): string => {
    const { module, name } = model.typeOf(definition);
    return scope.import(module, name);
  };
  const constants = service.operations.map((operation) => ({
    name: scope.claim(camelCase(operation.id)),
    operation,
  }));
  const docs = constants.map(({ name, operation }): Doc => {
    const { request, response, outcome } = operation;
    const types = [request, response, outcome].map((each) =>
      each === undefined ? "undefined" : validatorOf(each),
    );
    types.push(unionOf(identifiersOf(operation)));
    const value = objectLiteral(operationMembers(model, operation, validatorOf));
    return [...docComment(textOf(operation)), constantDoc(name, operationType(), types, value)];
  });
  const operations: Doc = [
    "/** The operations by their names. */",
    hardline,
    "export interface Operations {",
    indent(
      constants.map(({ name, operation: { id } }): Doc => [
        hardline,
        `${propertyName(id)}: typeof ${name};`,
      ]),
    ),
    constants.length === 0 ? "" : hardline,
    "}",
  ];
  const whole: Doc = [
    `/** ${service.name}, version ${service.version}, as this business offers it. */`,
    hardline,
    `export const service: ${serviceType}<Operations> = `,
    objectLiteral([
      ["name", stringLiteral(service.name)],
      ["version", stringLiteral(service.version)],
      ["endpoints", jsonLiteral(endpointsOf(service))],
      ["operations", operationsLiteral(constants)],
    ]),
    ";",
  ];
  return {
    path: service.module,
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: "service", docs: [...docs, operations, whole] }],
  };
}

/** As prettier breaks it: the value moves down where only its bracket does not fit, else the types do. */
function constantDoc(name: string, type: string, types: readonly string[], value: Doc): Doc {
  const flat = `export const ${name}: ${type}<${types.join(", ")}> =`;
  if (flat.length + " {".length <= LINE_WIDTH) return [flat, " ", value, ";"];
  if (flat.length <= LINE_WIDTH) return [flat, indent([hardline, value, ";"])];
  const broken = [indent([hardline, join([",", hardline], types)]), hardline];
  return [`export const ${name}: ${type}<`, broken, "> = ", value, ";"];
}

/** Parameters of the path; over MCP alone, the argument that names the resource (§4.5). */
function identifiersOf({ rest, mcp }: Operation): string[] {
  const inPath = rest?.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  return inPath ?? (mcp?.arguments ?? []).map(({ name }) => name).filter((name) => name === "id");
}

function unionOf(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => stringLiteral(name)).join(" | ");
}

function textOf({ summary, deprecated }: Operation): Annotations {
  return { ...(summary === undefined ? {} : { description: summary }), deprecated };
}

function endpointsOf({ rest, mcp }: ServiceModel): Record<string, string> {
  return {
    ...(rest?.endpoint === undefined ? {} : { rest: rest.endpoint }),
    ...(mcp?.endpoint === undefined ? {} : { mcp: mcp.endpoint }),
  };
}

function operationsLiteral(
  constants: readonly { readonly name: string; readonly operation: Operation }[],
): Doc {
  const lines = constants.map(({ name, operation: { id } }) =>
    name === id ? `${name},` : `${propertyName(id)}: ${name},`,
  );
  return lines.length === 0
    ? "{}"
    : ["{", indent([hardline, join(hardline, lines)]), hardline, "}"];
}

function operationMembers(
  model: Model,
  operation: Operation,
  validatorOf: (definition: Definition) => string,
): Member[] {
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
    ...(surfaces.length === 0 ? [] : [["surface", objectLiteral(surfaces)] as const]),
    ...(request === undefined ? [] : [["request", validatorOf(request)] as const]),
    ...(response === undefined ? [] : [["response", validatorOf(response)] as const]),
    ["outcome", validatorOf(outcome)],
    ...(rest === undefined ? [] : [["rest", restLiteral(rest)] as const]),
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

function restLiteral({ method, path, parameters, body, success }: RestBinding): Doc {
  return jsonLiteral({
    method: method.toUpperCase(),
    path,
    parameters: parameters.map(({ name, in: place, required }) => ({ name, in: place, required })),
    body: body === undefined ? "none" : body.required ? "required" : "optional",
    success,
  });
}

function mcpLiteral({ tool, payload, resultKey, needsIdempotencyKey }: McpBinding): Doc {
  return jsonLiteral({
    tool,
    ...(payload === undefined ? {} : { payload }),
    result: resultKey,
    idempotencyKey: needsIdempotencyKey,
  });
}

function camelCase(id: string): string {
  const [first = "operation", ...rest] = wordsOf(id);
  const name =
    first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[a-z]/.test(name) ? name : `operation${name}`;
}
