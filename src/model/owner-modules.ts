/** The modules whose types are called `<owner>.<TypeName>` (DESIGN §7): those of capabilities and payment handlers. */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import type { Profile } from "../load/profile.js";
import type { Identifier } from "../text/identifier.js";
import type { Model, NamedType } from "./model.js";
import { capabilityModule, documentModule } from "./module-path.js";
import { exportsOf, moduleAt } from "./type-namer.js";

/** Paths of modules, by the name of their owner. */
export function modulesByOwner(
  { capabilities }: Pick<Agreement, "capabilities">,
  { paymentHandlers }: Pick<Profile, "paymentHandlers">,
): ReadonlyMap<string, string> {
  return new Map([
    ...paymentHandlers.map(({ name, schema }): [string, string] => [
      name,
      documentModule(schema?.uri ?? "", { paymentHandler: name, protocolHost: "" }),
    ]),
    ...capabilities.map(({ name }): [string, string] => [name, capabilityModule(name)]),
  ]);
}

/** A type by a name that code and the command line call it. */
export interface QualifiedType {
  /** `<owner>.<TypeName>`, or `<TypeName>` of the negotiated surface. */
  readonly name: string;
  readonly type: NamedType;
}

/** Lists what `index.ts` and the modules of owners export, each type by its names, in the order of these. */
export function listQualifiedTypes(model: Model): readonly QualifiedType[] {
  const owners = [...modulesByOwner(model.agreement, model.profile)].sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  const named = (prefix: string, path: string): QualifiedType[] =>
    [...exportsOf(moduleAt(model, path))].map(([name, type]: readonly [Identifier, NamedType]) => ({
      name: prefix + name,
      type,
    }));
  return [...named("", "index"), ...owners.flatMap(([owner, path]) => named(`${owner}.`, path))];
}
