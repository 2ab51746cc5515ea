/** Emit types: for every named type an interface or a type alias, with its documentation. */

import type { Definition } from "../../model/node.js";
import type { Model, ModelModule, NamedType } from "../../model/model.js";
import type { Declaration, Emitter, Fragment } from "../emitter.js";
import { ModuleScope } from "../source/module-scope.js";
import { docText } from "../source/doc-comment.js";
import { declare } from "./declare.js";
import { typeSchema, type TypeSchema } from "./type-schema.js";
import type { Identifier } from "../../text/identifier.js";

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
    declarations: named.map(({ type }): Declaration => {
      const doc = docText(
        { ...type.definition.node.annotations, deprecated: type.deprecated },
        type.see,
      );
      return { subject: type.name, docs: [declared[next++]!(type.name, doc)] };
    }),
  }));
}

interface Prepared {
  readonly module: ModelModule;
  readonly scope: ModuleScope;
  readonly named: readonly { readonly type: NamedType; readonly schema: TypeSchema }[];
}

function prepare(module: ModelModule, model: Model): Prepared {
  const scope = new ModuleScope(
    module.path,
    module.types.map(({ name }) => name),
  );
  const nameOf = (definition: Definition): Identifier => {
    const type = model.typeOf(definition);
    return type.module === module.path ? type.name : scope.import(type.module, type.name, true);
  };
  return {
    module,
    scope,
    named: module.types
      .filter(({ internal }) => !internal)
      .map((type) => ({ type, schema: typeSchema(type.definition.node, nameOf) })),
  };
}
