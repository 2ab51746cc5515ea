/** Emit types: for every named type an interface or a type alias, with its documentation. */

import {
  ModuleScope,
  printDoc,
  type Declaration,
  type Definition,
  type Fragment,
  type Identifier,
  type ModelModule,
  type NamedType,
  type View,
} from "../v1.js";
import type { Model } from "../../model/model.js";
import type { BuiltInEmitter } from "../emitter.js";
import { docText } from "../../source/doc-comment.js";
import { describedNode } from "./described-node.js";
import { baseName } from "../../text/words.js";
import { resolveDerivedType } from "./derived-type.js";
import { createTypePrinters, type BaseType } from "./type-printer.js";
import { declaredSchema, membersSchema, typeSchema, type TypeSchema } from "./type-schema.js";
import type { TypeName } from "./type-text.js";

export const types: BuiltInEmitter = { name: "types", needs: [], emit: emitTypes };

async function emitTypes(model: Model): Promise<Fragment[]> {
  const modules = model.modules
    .filter((module) => module.types.some(({ internal }) => !internal))
    .map((module) => moduleTypes(module, model));
  const schemas = modules.flatMap(({ types: own }) => own.map(({ schema }) => schema));
  const printers = (await createTypePrinters(schemas)).values();
  return modules.map(({ path, scope, types: own }) => ({
    path,
    imports: scope.imports,
    constants: [],
    declarations: own.map(({ type, base }): Declaration => {
      const print = printers.next().value!;
      const doc = print({ name: type.name, comment: commentText(type), base });
      return { subject: type.name, docs: [printDoc(doc)] };
    }),
  }));
}

function commentText({ definition, deprecated, see, views }: NamedType): string | undefined {
  const annotations = describedNode(definition.node);
  const description = withViews(annotations.description, views);
  return docText(description === undefined ? { deprecated } : { description, deprecated }, see);
}

/** The description, with the views that have the type where not all do. */
function withViews(description: string | undefined, views: readonly View[]): string | undefined {
  if (views.length === 0) return description;
  const places = DIRECTIONS.flatMap((direction) => {
    const own = views.filter((view) => view.direction === direction);
    const operations = own.flatMap(({ operation }) => operation ?? []);
    const words = [...(operations.length === 0 ? [] : [formatList(operations)]), `${direction}s`];
    return own.length === 0 ? [] : [words.join(" ")];
  });
  const sentence = `In ${formatList(places)}.`;
  return description === undefined ? sentence : `${description}\n\n${sentence}`;
}

const DIRECTIONS = ["request", "response"] as const;

function formatList(words: readonly string[]): string {
  return new Intl.ListFormat("en").format(words);
}

interface ModuleTypes {
  readonly path: string;
  readonly scope: ModuleScope;
  readonly types: readonly PrintableType[];
}

interface PrintableType {
  readonly type: NamedType;
  readonly schema: TypeSchema;
  readonly base?: BaseType;
}

function moduleTypes({ path, types: all }: ModelModule, model: Model): ModuleTypes {
  const scope = new ModuleScope(
    path,
    all.map(({ name }) => name),
  );
  const nameOf = (definition: Definition): Identifier => {
    const { module, name } = model.typeOf(definition);
    if (module === path) return name;
    const exported = model.nameOf(definition);
    return scope.importType({ module }, exported, baseName(exported));
  };
  const own = all.filter(({ internal }) => !internal);
  return { path, scope, types: own.map((type) => printableType(type, nameOf, model)) };
}

function printableType(type: NamedType, nameOf: TypeName, model: Model): PrintableType {
  const { node, layers } = type.definition;
  const derived = resolveDerivedType(type.definition, model);
  if (derived === undefined || layers === undefined)
    return { type, schema: declaredSchema(node, nameOf) };
  const { members, omitted, isInterface, addition } = derived;
  const schema =
    addition === undefined
      ? membersSchema(members, (_name, member) => typeSchema(member.node, nameOf))
      : typeSchema(addition, nameOf);
  return { type, schema, base: { name: nameOf(layers.base), omitted, isInterface } };
}
