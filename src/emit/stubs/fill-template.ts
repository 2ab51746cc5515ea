/** Fills a compiled template. In: its slots, from the model. Out: a module, which asks for its runtime when it is imported. */

import { RUNTIME_VERSION } from "@proto-gen/runtime/codegen/version";
import {
  code,
  hardline,
  identifier,
  join,
  ModuleScope,
  stringLiteral,
  type Doc,
  type Fragment,
  type Import,
} from "../v1.js";
import { verbatim } from "../../source/code.js";
import type { CompiledTemplate, TemplateImport } from "./template.js";

const REQUIRE_RUNTIME = identifier("requireRuntime");

/** The template's names are taken before anything else is imported. */
export function templateScope(path: string, { imports, slots }: CompiledTemplate): ModuleScope {
  const taken = [...imports.map(({ local }) => local), ...slots].map(identifier);
  return new ModuleScope(path, [...taken, REQUIRE_RUNTIME]);
}

/** A slot is declared, or imported under its own name. */
export type Slot = { readonly declared: Doc } | { readonly imported: Omit<Import, "local"> };

/** @param slots by their names; what is declared is printed in this order */
export function fillTemplate(
  template: CompiledTemplate,
  scope: ModuleScope,
  slots: Readonly<Record<string, Slot>>,
): Fragment {
  const missing = template.slots.filter((slot) => slots[slot] === undefined);
  if (missing.length > 0) throw new TypeError(`nothing fills the slots ${missing.join(", ")}`);
  const statements = template.statements.map((text) =>
    join(hardline, text.split("\n").map(verbatim)),
  );
  const filled = Object.entries(slots);
  const declared = filled.flatMap(([, slot]) => ("declared" in slot ? [slot.declared] : []));
  const imported = filled.flatMap(([local, slot]) =>
    "imported" in slot ? [{ ...slot.imported, local: identifier(local) }] : [],
  );
  const { path } = scope;
  const docs = [versionCheck(), ...declared, ...statements];
  return {
    path,
    imports: [RUNTIME_CHECK, ...template.imports.map(importOf), ...imported, ...scope.imports],
    constants: [],
    declarations: [{ subject: identifier(path), docs }],
  };
}

const RUNTIME_CHECK: Import = {
  from: { package: "@proto-gen/runtime/codegen/version" },
  name: REQUIRE_RUNTIME,
  local: REQUIRE_RUNTIME,
  typeOnly: false,
};

function versionCheck(): Doc {
  const comment = code`// Throws if the installed runtime is not of the version that this code was generated for.`;
  return [comment, hardline, code`${REQUIRE_RUNTIME}(${stringLiteral(RUNTIME_VERSION)});`];
}

function importOf({ from, name, local, typeOnly }: TemplateImport): Import {
  return { from: { package: from }, name: identifier(name), local: identifier(local), typeOnly };
}
