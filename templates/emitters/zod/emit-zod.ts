/**
 * Emits zod schemas: one module below `zod/` for each module of types, with a constant for each type and for each name of
 * a view. `z.input` of a constant has the type's members.
 */

import {
  code,
  dependencyOrder,
  docComment,
  hasUnevaluated,
  identifier,
  identifierFrom,
  ModuleScope,
  wholeNode,
  type Declaration,
  type Definition,
  type Doc,
  type Emitter,
  type Fragment,
  type Identifier,
  type Model,
  type NamedType,
  type OrderedModule,
} from "proto-gen/emitter/v1";
import type { Printed, SchemaContext } from "./printed.js";
import { printSchema } from "./zod-schema.js";

const Z = identifier("z");
const RULE = identifier("rule");
/** Schemas without a name of their own, one in another. */
const MAX_INLINE = 50;

/**
 * The emitter of zod schemas.
 *
 * @example
 * await generate({ profile: "./profile.json", emitters: [zod()] });
 */
export function zod(): Emitter {
  return { name: "zod", version: "1.0.0", needs: ["types", "validators"], emit: emitZod };
}

function emitZod(model: Model): Fragment[] {
  // A schema is used as it is where it is declared before; else it is looked up when a value is parsed.
  const declared = new Set<NamedType>();
  return dependencyOrder(model).map((module) => schemasOf(module, model, declared));
}

function schemasOf(module: OrderedModule, model: Model, declared: Set<NamedType>): Fragment {
  const { path, types, reexports } = module;
  const scope = new ModuleScope(
    zodPath(path),
    [...types, ...reexports].map(({ name }) => name),
  );
  const declarations: Declaration[] = [];
  const printer: Printer = {
    ...{ model, scope, declared, module: path },
    // Imported where it is used: a type may be no more than another's name.
    zod: () => scope.importAs(Z, { package: "zod" }, Z),
  };
  for (const type of types) {
    declarations.push({ subject: type.name, docs: schemaDocs(type, printer) });
    declared.add(type);
  }
  for (const { name, type } of reexports)
    declarations.push({ subject: name, docs: [aliasDoc(name, localName(type, scope, path))] });
  return { path: scope.path, imports: scope.imports, constants: [], declarations };
}

function aliasDoc(name: Identifier, local: Identifier): Doc {
  return name === local ? code`export { ${name} };` : code`export { ${local} as ${name} };`;
}

interface Printer {
  readonly model: Model;
  readonly scope: ModuleScope;
  readonly zod: () => Identifier;
  /** The module of the types. */
  readonly module: string;
  readonly declared: ReadonlySet<NamedType>;
}

function zodPath(module: string): string {
  return `zod/${module}`;
}

/** The schema of a type, behind those that its refinements call. */
function schemaDocs(type: NamedType, printer: Printer): readonly Doc[] {
  const docs: Doc[] = [];
  const node = wholeNode(type.definition);
  const { value, type: schemaType } = hasUnevaluated([node])
    ? validated(type, printer)
    : printSchema(node, createContext(type, printer, docs));
  return [
    ...docs,
    [
      ...docComment({ ...node.annotations, deprecated: type.deprecated }, type.see),
      [code`export const ${type.name}: `, schemaType, " = ", value, ";"],
    ],
  ];
}

/** A type whose members depend on what its schemas evaluate: zod asks the type's own validator. */
function validated(type: NamedType, { scope, zod: importZod }: Printer): Printed {
  const z = importZod();
  const validator = scope.importAs(suffixed(type.name, "Validator"), type, type.name);
  return {
    value: code`${z}.custom<${validator}>((value) => ${validator}.is(value))`,
    type: code`${z}.ZodCustom<${validator}, ${validator}>`,
  };
}

function createContext(type: NamedType, printer: Printer, docs: Doc[]): SchemaContext {
  const { model, scope } = printer;
  let depth = 0;
  const context: SchemaContext = {
    scope,
    get z() {
      return printer.zod();
    },
    print: (node, kinds) => printSchema(node, context, kinds),
    reference: (definition) =>
      isNamed(definition, model)
        ? referenceTo(model.typeOf(definition), printer)
        : inline(definition),
    declare({ value, type: schemaType }) {
      const name = scope.claim(suffixed(type.name, "Rule"));
      docs.push([code`const ${name}: `, schemaType, " = ", value, ";"]);
      return name;
    },
  };
  const inline = (definition: Definition): Printed => {
    if (depth >= MAX_INLINE)
      throw new Error(`${type.name} has schemas without names that refer to themselves`);
    depth++;
    const printed = context.print(wholeNode(definition));
    depth--;
    return printed;
  };
  return context;
}

function isNamed(definition: Definition, model: Model): boolean {
  return model.hasType(definition) && !model.typeOf(definition).internal;
}

function localName(type: NamedType, scope: ModuleScope, module: string): Identifier {
  return type.module === module
    ? type.name
    : scope.import({ module: zodPath(type.module) }, type.name);
}

function referenceTo(type: NamedType, printer: Printer): Printed {
  const { scope, module, declared } = printer;
  const local = localName(type, scope, module);
  if (declared.has(type)) return { value: local, type: code`typeof ${local}` };
  const z = printer.zod();
  const own = scope.importType(type, type.name, suffixed(type.name, "Type"));
  return {
    value: code`${z}.lazy(() => ${local} as unknown as ${z}.ZodType<${own}, ${own}>)`,
    type: code`${z}.ZodLazy<${z}.ZodType<${own}, ${own}>>`,
  };
}

function suffixed(name: Identifier, suffix: "Rule" | "Type" | "Validator"): Identifier {
  return identifierFrom(`${name}${suffix}`, RULE);
}
