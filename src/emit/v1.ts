/**
 * `proto-gen/emitter/v1`: what emitters are written with, those of this package and those of others. A name or a member that
 * stands here stays as it is; one that has to change goes into `emitter/v2`, and this entry stays beside it (ADR 108). The
 * functions take models of this package's own making, or parts of them.
 */

// An emitter, and what it returns.
export type {
  Declaration,
  Emission,
  Emitter,
  EmitterModel as Model,
  EmitterOptions,
  Fragment,
  Started,
} from "./emitter.js";
export type { CodeForm } from "./code-form.js";
export type { OutputFile } from "./output-file.js";

// What it reads: types by module, and services.
export type {
  ModelModule,
  NamedType,
  Reexport,
  TypeView,
  ViewGroup,
  Vocabulary,
} from "../model/model.js";
export type { View } from "../compose/view.js";
export type {
  Argument,
  Body,
  EmbeddedMethod,
  McpBinding,
  Operation,
  Parameter,
  RestBinding,
  RestResponse,
  ServiceModel,
  Webhook,
} from "../model/services/operation.js";

// The rules of a type.
export {
  isUnconstrained,
  rulesIn,
  soleReference,
  typesOf,
  wholeNode,
  type Annotations,
  type Conditional,
  type Contains,
  type Definition,
  type JsonType,
  type Layers,
  type Node,
  type NodeRules,
  type Property,
} from "../model/node.js";
export { childNodes, collectReferences } from "../model/graph.js";
export { dependencyOrder, type OrderedModule } from "../model/dependency-order.js";
export type { Rule } from "../keywords/simple-keyword.js";
export type { SchemaAddress } from "../json-schema/schema-address.js";
export { predicateName } from "../keywords/formats.js";

// The printer. Text of a document reaches a module through it alone.
export { code, joinCode, type Code } from "../source/code.js";
export {
  group,
  hardline,
  indent,
  join,
  line,
  printDoc,
  softline,
  stack,
  type Doc,
} from "../source/doc.js";
export {
  arrayLiteral,
  jsonLiteral,
  listLiteral,
  numberLiteral,
  objectLiteral,
  propertyName,
  regexLiteral,
  stringLiteral,
} from "../source/literal.js";
export { commentBlock, lineComment } from "../source/comment.js";
export { docComment, type Documented } from "../source/doc-comment.js";
export {
  ModuleScope,
  type Import,
  type ImportExtension,
  type ImportSource,
  type ModuleSource,
  type PackageSource,
} from "../source/module-scope.js";
export { CODEGEN } from "../source/codegen.js";
export { identifier, identifierFrom, isIdentifier, type Identifier } from "../text/identifier.js";
export { camelCase, pascalCase } from "../text/words.js";
export { jsonText } from "../text/json-text.js";

// JSON Schema of a node, and values that satisfy it.
export { exportNode, type ExportOptions } from "./schema/export-node.js";
export { hasUnevaluated } from "./schema/unevaluated.js";
export { createInstance, type InstanceOptions } from "../model/instance/create-instance.js";
export { satisfies, type JudgeOptions } from "../model/instance/satisfies.js";
