/**
 * Emit negotiation: the agreement that the code was generated for, and what finds a platform's own at
 * run time; beside it what each extension contributes to each root, for a platform that has fewer.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Registry } from "@proto-gen/runtime/negotiation";
import { viewText } from "../../compose/view.js";
import type { Definition } from "../../model/node.js";
import type { Model, Surface, SurfaceView } from "../../model/model.js";
import type { Emitter, Fragment } from "../emitter.js";
import { hardline, indent, join, type Doc } from "../source/doc.js";
import { jsonLiteral, objectLiteral, stringLiteral } from "../source/literal.js";
import { ModuleScope } from "../source/module-scope.js";

const RUNTIME_NEGOTIATION = "@proto-gen/runtime/negotiation";
const RUNTIME_SCHEMA = "@proto-gen/runtime/schema";

export const negotiation: Emitter = { name: "negotiation", needs: ["types", "validators"], emit: emitNegotiation };

function emitNegotiation(model: Model): Fragment[] {
  return [agreementModule(model), surfaceModule(model)];
}

function agreementModule({ agreement, profile }: Model): Fragment {
  const scope = new ModuleScope("negotiation", ["business", "agreement", "negotiate"]);
  const types = (["Agreement", "Registry"] as const).map((name) => scope.import(RUNTIME_NEGOTIATION, name, true));
  const negotiateWith = scope.import(RUNTIME_NEGOTIATION, "negotiateWith");
  const { name } = profile.vocabulary;
  const declarations: Doc[] = [
    ["/** What this business declares. */", hardline, `export const business: ${types[1]} = `, jsonLiteral(plainRegistry(profile.registry)), ";"],
    [
      "/** The active set that this code was generated for, and what was pruned and why (§9.3). */",
      hardline,
      `export const agreement: ${types[0]} = `,
      jsonLiteral(agreement as unknown as Json),
      ";",
    ],
    [
      "/**",
      hardline,
      " * What this business and a platform have in common (§9.3).",
      hardline,
      " *",
      hardline,
      " * @param platformProfile the platform's profile document",
      hardline,
      " * @throws RegistryError where the profile has no registry in either shape of §2.1",
      hardline,
      " */",
      hardline,
      `export function negotiate(platformProfile: unknown): ${types[0]} {`,
      indent([hardline, `return ${negotiateWith}(${stringLiteral(name)}, business, agreement, platformProfile);`]),
      hardline,
      "}",
    ],
  ];
  return { path: "negotiation", imports: scope.imports, constants: [], declarations: [{ subject: "negotiation", docs: declarations }] };
}

/** The declarations without what only the profile's reader needs. */
function plainRegistry({ version, capabilities, shape }: Registry): Json {
  return { version, shape, capabilities: capabilities as unknown as readonly Json[] };
}

/** `surface.ts`: by root, shape and view, the base and the contributions as checks. */
function surfaceModule(model: Model): Fragment {
  const scope = new ModuleScope("surface", ["surface"]);
  const type = scope.import(RUNTIME_SCHEMA, "Surface", true);
  const checkOf = (definition: Definition): string => {
    const { module, name } = model.typeOf(definition);
    return scope.import(module, `check${name}`);
  };
  const roots = model.surfaces.map((surface) => [surfaceKey(surface), viewsLiteral(surface, checkOf)] as const);
  const doc: Doc = [
    "/**",
    hardline,
    " * Each root's base and what every extension adds to it, by view. For any set of extensions, the base's",
    hardline,
    " * check and theirs give the verdict of that set composed alone.",
    hardline,
    " */",
    hardline,
    `export const surface: ${type} = `,
    objectLiteral(roots),
    ";",
  ];
  return { path: "surface", imports: scope.imports, constants: [], declarations: [{ subject: "surface", docs: [doc] }] };
}

function surfaceKey({ root, key }: Surface): string {
  return key === "" ? root : `${root}/${key}`;
}

function viewsLiteral({ views }: Surface, checkOf: (definition: Definition) => string): Doc {
  return objectLiteral(views.map((each) => [viewText(each.view), viewLiteral(each, checkOf)] as const));
}

function viewLiteral({ base, contributions }: SurfaceView, checkOf: (definition: Definition) => string): Doc {
  return objectLiteral([
    ["base", checkOf(base)],
    ["contributions", contributions.length === 0 ? "[]" : contributionsLiteral(contributions, checkOf)],
  ]);
}

function contributionsLiteral(contributions: SurfaceView["contributions"], checkOf: (definition: Definition) => string): Doc {
  const items = contributions.map(({ capability, definition }) =>
    objectLiteral([
      ["capability", stringLiteral(capability)],
      ["check", checkOf(definition)],
    ]),
  );
  return ["[", indent([hardline, join([",", hardline], items), ","]), hardline, "]"];
}

