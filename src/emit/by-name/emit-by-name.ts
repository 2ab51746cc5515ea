/**
 * Emit by-name: maps of the types and of their validators by `<capability>.<TypeName>`, the name by which the protocol and
 * `inspect` call a type (DESIGN §7). Nothing else imports the module, so that it costs only those who do.
 */

import { listQualifiedTypes, type QualifiedType } from "../../model/owner-modules.js";
import {
  code,
  CODEGEN,
  hardline,
  identifier,
  indent,
  join,
  ModuleScope,
  propertyName,
  type Doc,
  type Fragment,
} from "../v1.js";
import type { BuiltInEmitter } from "../emitter.js";

const MODULE = "types-by-name";
const TYPES = identifier("Types");
const VALIDATORS = identifier("validators");

export const byName: BuiltInEmitter = {
  name: "by-name",
  needs: ["types", "validators"],
  emit: (model) => {
    const types = listQualifiedTypes(model);
    return types.length === 0 ? [] : [byNameModule(types)];
  },
};

function byNameModule(types: readonly QualifiedType[]): Fragment {
  const scope = new ModuleScope(MODULE, [TYPES, VALIDATORS]);
  const validator = scope.importType(CODEGEN, identifier("Validator"));
  const locals = types.map(({ name, type }) => ({
    key: propertyName(name),
    local: scope.import(type, type.name),
  }));
  const members = locals.map(({ key, local }) => code`${key}: ${local};`);
  const values = locals.map(({ key, local }) => code`${key}: ${local},`);
  return {
    path: MODULE,
    imports: scope.imports,
    constants: [],
    declarations: [
      {
        subject: TYPES,
        docs: [
          block(
            [
              code`/** All types by name: \`<capability>.<TypeName>\`, or \`<TypeName>\` for negotiated types. */`,
              code`export interface ${TYPES} {`,
            ],
            members,
            code`}`,
          ),
        ],
      },
      {
        subject: VALIDATORS,
        docs: [
          block(
            [
              code`/** The validators of all types, by the same names. */`,
              code`export const ${VALIDATORS}: { readonly [Name in keyof ${TYPES}]: ${validator}<${TYPES}[Name]> } = {`,
            ],
            values,
            code`};`,
          ),
        ],
      },
    ],
  };
}

function block(before: readonly Doc[], lines: readonly Doc[], after: Doc): Doc {
  return [join(hardline, before), indent([hardline, join(hardline, lines)]), hardline, after];
}
