/**
 * Emit negotiation: the agreement that the code was generated for, and the function that negotiates with a platform
 * at run time; beside it the parts of each root, for a platform that has fewer extensions.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { viewText } from "../../compose/view.js";
import {
  arrayLiteral,
  code,
  CODEGEN,
  hardline,
  identifier,
  indent,
  join,
  jsonLiteral,
  listLiteral,
  ModuleScope,
  objectLiteral,
  stringLiteral,
  type Definition,
  type Doc,
  type Fragment,
  type Identifier,
} from "../v1.js";
import {
  shapeKey,
  type Model,
  type SubsetChecks,
  type SubsetPart,
  type SubsetView,
} from "../../model/model.js";
import { dependsOnExtensions } from "../../model/extension-dependence.js";
import type { BuiltInEmitter } from "../emitter.js";
import { fieldsByCapability, operationsByCapability } from "./by-capability.js";
import { collectContributedMembers } from "./contributed-members.js";
import { plainAgreement } from "./plain-agreement.js";
import { stopsName } from "../../source/codegen.js";

const RUNTIME_NEGOTIATION = { package: "@proto-gen/runtime/negotiation" };

export const negotiation: BuiltInEmitter = {
  name: "negotiation",
  needs: ["types", "validators"],
  emit: emitNegotiation,
};

function emitNegotiation(model: Model): Fragment[] {
  return [agreementModule(model), subsetChecksModule(model)];
}

function agreementModule(model: Model): Fragment {
  const scope = new ModuleScope(
    "negotiation",
    ["agreement", "negotiate", "operations", "fields"].map(identifier),
  );
  const type = scope.importType(RUNTIME_NEGOTIATION, identifier("Agreement"));
  const docs = [
    agreementConstant(model, type),
    negotiateFunction(model, type, scope),
    [
      code`/** The operations that each active capability offers to a platform. */`,
      hardline,
      code`export const operations = `,
      jsonLiteral(operationsByCapability(model)),
      code` as const;`,
    ],
    [
      code`/** The members that each active capability adds to the types of its root, such as \`buyer.consent\`. */`,
      hardline,
      code`export const fields = `,
      jsonLiteral(fieldsByCapability(model)),
      code` as const;`,
    ],
  ];
  return {
    path: "negotiation",
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: identifier("negotiation"), docs }],
  };
}

function agreementConstant({ agreement }: Model, type: Identifier): Doc {
  return [
    code`/** The active capabilities that this code was generated for, and the pruned ones with reasons (§9.3). */`,
    hardline,
    code`export const agreement: ${type} = `,
    jsonLiteral(plainAgreement(agreement)),
    ";",
  ];
}

function negotiateFunction({ profile }: Model, type: Identifier, scope: ModuleScope): Doc {
  const negotiateWith = scope.import(RUNTIME_NEGOTIATION, identifier("negotiateWith"));
  const name = stringLiteral(profile.vocabulary.name);
  return [
    join(hardline, [
      code`/**`,
      code` * Negotiates with a platform: returns the capabilities that both sides support (§9.3).`,
      code` *`,
      code` * @param platformProfile the platform's profile document`,
      code` * @throws RegistryError if the profile has no registry in either form of §2.1`,
      code` */`,
      code`export function negotiate(platformProfile: unknown): ${type} {`,
    ]),
    indent([hardline, code`return ${negotiateWith}(${name}, agreement, platformProfile);`]),
    hardline,
    "}",
  ];
}

/** `surface.ts`: by root, shape and view, the base and the contributions as checks. */
function subsetChecksModule(model: Model): Fragment {
  const scope = new ModuleScope("surface", [identifier("surface")]);
  const type = scope.importType(CODEGEN, identifier("Surface"));
  const context: SurfaceContext = {
    checkName: (definition) => {
      const { module, name } = model.typeOf(definition);
      return scope.import({ module }, stopsName(name, dependsOnExtensions(definition.node)));
    },
    parents: multipleParents(model),
  };
  const roots = model.subsetChecks.map(
    (surface) => [shapeKey(surface), viewsLiteral(surface, context)] as const,
  );
  const doc: Doc = [
    code`/**`,
    hardline,
    code` * The base of each root and the additions of each extension, by view. For any set of extensions, the checks of the`,
    hardline,
    code` * base and of these extensions give the same verdict as the composed type. \`members\` lists the members that only the`,
    hardline,
    code` * extension declares. They are removed from payloads for platforms without the extension.`,
    hardline,
    code` */`,
    hardline,
    code`export const surface: ${type} = `,
    objectLiteral(roots),
    ";",
  ];
  return {
    path: "surface",
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: identifier("surface"), docs: [doc] }],
  };
}

interface SurfaceContext {
  /** The imported name of a type's check. */
  readonly checkName: (definition: Definition) => Identifier;
  readonly parents: JsonObject | undefined;
}

function viewsLiteral({ views }: SubsetChecks, context: SurfaceContext): Doc {
  return objectLiteral(
    views.map((each) => [viewText(each.view), viewLiteral(each, context)] as const),
  );
}

function viewLiteral(view: SubsetView, context: SurfaceContext): Doc {
  const members = collectContributedMembers(view);
  const literalOf = (part: SubsetPart): Doc => partLiteral(part, members.get(part) ?? [], context);
  return objectLiteral([
    ["base", literalOf(view.base)],
    ["contributions", listLiteral(view.contributions.map(literalOf))],
    ...(view.contested.size === 0 ? [] : [["contested", contestedLiteral(view)] as const]),
    ...(view.contested.size === 0 || context.parents === undefined
      ? []
      : [["parents", jsonLiteral(context.parents)] as const]),
  ]);
}

/** The parents of all extensions; undefined where each has one, since then nothing depends on them. */
function multipleParents({ parents }: Model): JsonObject | undefined {
  const extensions = [...parents].filter(([, own]) => own.length > 0);
  return extensions.every(([, own]) => own.length === 1)
    ? undefined
    : Object.fromEntries(extensions);
}

/** The annotators of each member whose visibility the parts leave to the active extensions. */
function contestedLiteral({ contested }: SubsetView): Doc {
  return objectLiteral(
    [...contested].map(([name, { base, annotators }]) => [
      name,
      jsonLiteral({
        ...(base === undefined ? {} : { base: base.visibility }),
        annotators: annotators.map(({ capability, unless, annotation }) => ({
          capability,
          ...(unless === undefined ? {} : { unless }),
          visibility: annotation.visibility,
        })),
      }),
    ]),
  );
}

function partLiteral(
  { capability, unless, definition }: SubsetPart,
  members: readonly (readonly string[])[],
  { checkName }: SurfaceContext,
): Doc {
  const names = (list: readonly string[]): Doc => arrayLiteral(list.map(stringLiteral));
  return objectLiteral([
    ...(capability === undefined ? [] : [["capability", stringLiteral(capability)] as const]),
    ...(unless === undefined ? [] : [["unless", stringLiteral(unless)] as const]),
    [dependsOnExtensions(definition.node) ? "checkFor" : "check", checkName(definition)],
    ...(members.length === 0 ? [] : [["members", arrayLiteral(members.map(names))] as const]),
  ]);
}

/** Always over several lines. */
