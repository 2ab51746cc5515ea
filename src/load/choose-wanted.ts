/**
 * The capabilities of a profile that are loaded: those that negotiation may activate (§9.3). What the other side does not declare, has in
 * no common version, or what was not chosen, is neither fetched nor read.
 */

import type { DeclaredCapability } from "@proto-gen/runtime/codegen/generator";
import type { Registry } from "@proto-gen/runtime/negotiation";
import type { Profile } from "./profile.js";

/** @param chosen `name` or `name@version`, as `--capabilities` gives them; undefined for all */
export function chooseWanted(
  { registry }: Pick<Profile, "registry">,
  platform: Pick<Profile, "registry"> | undefined,
  chosen: readonly string[] | undefined,
): ReadonlySet<DeclaredCapability> {
  const common = platform && versionsOf(platform.registry);
  const candidates = registry.capabilities.filter((each) => {
    const declaration = declarationOf(each);
    if (chosen !== undefined && !chosen.includes(each.name) && !chosen.includes(declaration))
      return false;
    return common === undefined || common.has(declaration);
  });
  return withoutOrphans(candidates);
}

function versionsOf({ capabilities }: Registry): ReadonlySet<string> {
  return new Set(capabilities.map(declarationOf));
}

function declarationOf({ name, version }: Pick<DeclaredCapability, "name" | "version">): string {
  return `${name}@${version}`;
}

/** From the roots down: an extension needs one of its parents. */
function withoutOrphans(
  candidates: readonly DeclaredCapability[],
): ReadonlySet<DeclaredCapability> {
  const children = new Map<string, DeclaredCapability[]>();
  const reached = new Set<DeclaredCapability>();
  for (const each of candidates) {
    if (each.extends.length === 0) reached.add(each);
    for (const parent of each.extends)
      children.set(parent, [...(children.get(parent) ?? []), each]);
  }
  // Iterating a set also visits what is added on the way.
  for (const { name } of reached) for (const child of children.get(name) ?? []) reached.add(child);
  return reached;
}
