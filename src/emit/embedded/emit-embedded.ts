/** Emit the messages of the embedded transport: by name, the parameters and the result of each, and their validators. */

import type { Model } from "../../model/model.js";
import {
  code,
  CODEGEN,
  docComment,
  group,
  hardline,
  identifier,
  indent,
  join,
  line,
  ModuleScope,
  objectLiteral,
  propertyName,
  stringLiteral,
  type Definition,
  type Doc,
  type EmbeddedMethod,
  type Fragment,
  type Identifier,
} from "../v1.js";
import { EMBEDDED_MODULE } from "../../model/module-path.js";
import type { BuiltInEmitter } from "../emitter.js";

export const embedded: BuiltInEmitter = {
  name: "embedded",
  needs: ["types", "validators"],
  emit: emitEmbedded,
};

function emitEmbedded(model: Model): Fragment[] {
  const methods = model.services.flatMap((service) => service.embedded);
  if (methods.length === 0) return [];
  const types = model.modules.find(({ path }) => path === EMBEDDED_MODULE)?.types ?? [];
  const scope = new ModuleScope(EMBEDDED_MODULE, [
    ...["EmbeddedMessages", "embeddedMessages"].map(identifier),
    ...types.map(({ name }) => name),
  ]);
  const nameOf = (definition: Definition, isType: boolean): Identifier => {
    const { module, name } = model.typeOf(definition);
    if (module === EMBEDDED_MODULE) return name;
    return isType ? scope.importType({ module }, name) : scope.import({ module }, name);
  };
  const checks = scope.importType(CODEGEN, identifier("MessageChecks"));
  const docs = [messagesInterface(methods, nameOf), messagesConstant(methods, nameOf, checks)];
  return [
    {
      path: EMBEDDED_MODULE,
      imports: scope.imports,
      constants: scope.constants,
      declarations: [{ subject: identifier("embeddedMessages"), docs }],
    },
  ];
}

/** The local name of a definition's type, or of its validator. */
type NameOf = (definition: Definition, isType: boolean) => Identifier;

function messagesInterface(methods: readonly EmbeddedMethod[], nameOf: NameOf): Doc {
  const members = methods.map((method) => messageType(method, nameOf));
  return [
    code`/** The parameters and the result of each message. A notification has no result. */`,
    hardline,
    code`export interface EmbeddedMessages {`,
    indent([hardline, join(hardline, members)]),
    hardline,
    "}",
  ];
}

function messagesConstant(
  methods: readonly EmbeddedMethod[],
  nameOf: NameOf,
  type: Identifier,
): Doc {
  return [
    code`/** The service of each message, and the validators of its parameters and result. */`,
    hardline,
    code`export const embeddedMessages: ${type}<EmbeddedMessages> = `,
    objectLiteral(methods.map((method) => [method.id, messageLiteral(method, nameOf)] as const)),
    ";",
  ];
}

function messageType({ id, text, params, result }: EmbeddedMethod, nameOf: NameOf): Doc {
  const { summary, description = summary, deprecated } = text;
  const comment = docComment({
    description,
    deprecated,
  });
  const members = [
    code`params: ${nameOf(params, true)}`,
    ...(result === undefined ? [] : [code`result: ${nameOf(result, true)}`]),
  ];
  const type = group([
    "{",
    indent([line, join([";", line], members), { kind: "ifBreak", broken: ";", flat: "" }]),
    line,
    "};",
  ]);
  return [...comment, code`${propertyName(id)}: `, type];
}

function messageLiteral({ service, params, result }: EmbeddedMethod, nameOf: NameOf): Doc {
  return objectLiteral([
    ["service", stringLiteral(service)],
    ["params", nameOf(params, false)],
    ...(result === undefined ? [] : [["result", nameOf(result, false)] as const]),
  ]);
}
