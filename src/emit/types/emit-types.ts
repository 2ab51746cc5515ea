/** Emit types: for every named type an interface or a type alias, with its documentation. */

import type { View } from "../../compose/view.js";
import type { Definition } from "../../model/node.js";
import type { Model, ModelModule, NamedType } from "../../model/model.js";
import type { Declaration, Emitter, Fragment } from "../emitter.js";
import { ModuleScope } from "../source/module-scope.js";
import { docText } from "../source/doc-comment.js";
import { describedNode } from "./described-node.js";
import { baseName } from "../../text/words.js";
import type { Identifier } from "../../text/identifier.js";
import { declare, type Heritage } from "./declare.js";
import { shownOf } from "./heritage.js";
import { objectSchema, typeSchema, type TypeName, type TypeSchema } from "./type-schema.js";

export const types: Emitter = { name: "types", needs: [], emit: emitTypes };

async function emitTypes(model: Model): Promise<Fragment[]> {
  const pending = model.modules
    .filter((module) => module.types.some(({ internal }) => !internal))
    .map((module) => prepare(module, model));
  const declared = await declare(pending.flatMap(({ named }) => named.map(({ schema }) => schema)));
  let next = 0;
  return pending.map(({ module, scope, named }) => ({
    path: module.path,
    imports: scope.imports,
    constants: [],
    declarations: named.map(({ type, heritage }): Declaration => {
      const annotations = describedNode(type.definition.node);
      const { deprecated, see } = type;
      const text = withViews(annotations.description, type.views);
      const description = text === undefined ? {} : { description: text };
      const doc = docText({ ...annotations, ...description, deprecated }, see);
      return { subject: type.name, docs: [declared[next++]!(type.name, doc, heritage)] };
    }),
  }));
}

/** What a type is, and where it is that, if that is not everywhere. */
function withViews(description: string | undefined, views: readonly View[]): string | undefined {
  if (views.length === 0) return description;
  const places = DIRECTIONS.flatMap((direction) => {
    const own = views.filter((view) => view.direction === direction);
    const operations = own.flatMap(({ operation }) => operation ?? []);
    const words = [...(operations.length === 0 ? [] : [listed(operations)]), `${direction}s`];
    return own.length === 0 ? [] : [words.join(" ")];
  });
  const sentence = `In ${listed(places)}.`;
  return description === undefined ? sentence : `${description}\n\n${sentence}`;
}

const DIRECTIONS = ["request", "response"] as const;

function listed(words: readonly string[]): string {
  return new Intl.ListFormat("en").format(words);
}

interface Prepared {
  readonly module: ModelModule;
  readonly scope: ModuleScope;
  readonly named: readonly Printed[];
}

interface Printed {
  readonly type: NamedType;
  readonly schema: TypeSchema;
  readonly heritage?: Heritage;
}

function prepare(module: ModelModule, model: Model): Prepared {
  const scope = new ModuleScope(
    module.path,
    module.types.map(({ name }) => name),
  );
  const nameOf = (definition: Definition): Identifier => {
    const type = model.typeOf(definition);
    return type.module === module.path
      ? type.name
      : scope.import(type.module, type.name, true, baseName(type.name));
  };
  return {
    module,
    scope,
    named: module.types
      .filter(({ internal }) => !internal)
      .map((type) => printed(type, nameOf, model)),
  };
}

function printed(type: NamedType, nameOf: TypeName, model: Model): Printed {
  const { definition } = type;
  const { node, layers } = definition;
  const shown = shownOf(definition, model);
  if (shown === undefined || layers === undefined)
    return { type, schema: typeSchema(node, nameOf) };
  const { members, omitted, isInterface, addition } = shown;
  const schema =
    addition === undefined
      ? objectSchema({ properties: members }, nameOf)
      : typeSchema(addition, nameOf);
  return { type, schema, heritage: { base: nameOf(layers.base), omitted, isInterface } };
}
