/**
 * Finds a type by the name that code calls it (DESIGN §7): `<capability>.<TypeName>`, or `<TypeName>` of the negotiated
 * surface. A failure names the nearest type.
 */

import { failure } from "../errors.js";
import type { Interpretation } from "../interpretation.js";
import type { ModelModule, NamedType, ViewGroup } from "../model/model.js";
import { modulesByOwner } from "../model/owner-modules.js";
import { isIdentifier } from "../text/identifier.js";
import { nearest } from "../text/nearest.js";
import { exportsOf, moduleAt } from "../model/type-namer.js";
import { endsWithLabels } from "../text/short-names.js";

export interface TypeMatch {
  readonly name: string;
  readonly module: ModelModule;
  readonly type: NamedType;
}

/** @throws ProtoGenError USAGE_UNKNOWN_CAPABILITY or USAGE_UNKNOWN_TYPE, with the nearest name */
export function findType(input: Interpretation, wanted: string): TypeMatch {
  const dot = wanted.lastIndexOf(".");
  const owner = wanted.slice(0, Math.max(0, dot));
  const name = wanted.slice(dot + 1);
  const module = dot < 0 ? indexModule(input) : ownerModule(input, owner, name);
  const types = exportsOf(module);
  const type = isIdentifier(name) ? types.get(name) : undefined;
  if (type !== undefined) return { name, module, type };
  const referenced = findReferencedType(module, name, input);
  if (referenced === undefined) throw unknownType(wanted, module, types);
  return referenced;
}

/** A type that the module's types refer to, which is exported by another module. */
function findReferencedType(
  { path }: ModelModule,
  name: string,
  { model }: Interpretation,
): TypeMatch | undefined {
  for (const [type, known] of model.vocabularyOf(path)) {
    const module = known === name && !type.internal ? moduleAt(model, type.module) : undefined;
    if (module !== undefined) return { name: type.name, module, type };
  }
  return undefined;
}

/** The family of views that a type belongs to; undefined for a type without a schema of its own. */
export function findFamily(
  { model }: Interpretation,
  { module, type }: TypeMatch,
): ViewGroup | undefined {
  const having = model.viewGroups.filter(({ views }) => views.some((view) => view.type === type));
  return (
    having.find((family) => family.module === module.path) ??
    having.find((family) => family.module === type.module)
  );
}

function indexModule({ model }: Interpretation): ModelModule {
  return moduleAt(model, "index") as ModelModule;
}

function ownerModule(input: Interpretation, owner: string, name: string): ModelModule {
  const owners = modulesByOwner(input.agreement, input.sources.profile);
  const path = owners.get(owner);
  if (path === undefined) throw unknownOwner(input, { owner, name }, [...owners.keys()]);
  const found = moduleAt(input.model, path);
  if (found !== undefined) return found;
  throw failure("USAGE_UNKNOWN_TYPE", `${owner} has no types`);
}

interface QualifiedTypeName {
  readonly owner: string;
  readonly name: string;
}

function unknownOwner(
  { agreement }: Interpretation,
  { owner, name }: QualifiedTypeName,
  owners: readonly string[],
): Error {
  const pruned = agreement.excluded.find((each) => each.name === owner);
  if (pruned !== undefined)
    return failure(
      "USAGE_UNKNOWN_CAPABILITY",
      `${owner} is not active: ${pruned.reason}, ${pruned.detail}`,
      { hint: "proto-gen list shows what is active, and why the others are not" },
    );
  // `fulfillment.Checkout`: the end of a name is as good as a slip of the finger.
  const match = owners.find((each) => endsWithLabels(each, owner)) ?? nearest(owner, owners);
  return failure("USAGE_UNKNOWN_CAPABILITY", `${owner} is not an active capability`, {
    hint:
      match === undefined
        ? `one of ${[...owners].sort().join(", ")}`
        : `did you mean ${match}.${name}?`,
  });
}

function unknownType(
  wanted: string,
  { path }: ModelModule,
  types: ReadonlyMap<string, NamedType>,
): Error {
  const nameStart = wanted.lastIndexOf(".") + 1;
  const [prefix, name] = [wanted.slice(0, nameStart), wanted.slice(nameStart)];
  const match = nearest(name, types.keys());
  const names = [...types.keys()];
  const shown = names.slice(0, MAX_NAMES).join(", ");
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return failure("USAGE_UNKNOWN_TYPE", `${path}.ts exports no type ${name === "" ? '""' : name}`, {
    hint: match === undefined ? `it exports ${shown}${more}` : `did you mean ${prefix}${match}?`,
  });
}

/** A module may export a hundred types: naming all of them would hide the error. */
const MAX_NAMES = 12;
