/**
 * Checks the names of services and payment handlers (§2.1.1, §2.1.3). A service's name begins the names of its capabilities,
 * and a handler's schema says the handler's name; under a name of its own, either would be taken for a vendor's.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject, isRoleMap } from "../json-schema/keywords.js";
import { locateSource, type Document } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import { nearestName } from "../text/nearest.js";
import { valueAt } from "../text/value-at.js";
import type { RoleProfile } from "./profile-role.js";

export function checkServiceNames({ profile }: RoleProfile): Diagnostic[] {
  const { document, registry, services, vocabulary } = profile;
  const known = new Set(registry.capabilities.flatMap(({ name }) => servicesOf(name)));
  const declared = new Set(services.map(({ name }) => name));
  const missing = [...known].filter((name) => !declared.has(name));
  return services.flatMap(({ name }) => {
    const meant = known.has(name) ? undefined : nearestName(name, missing);
    if (meant === undefined) return [];
    const pointer = namePointer(document, joinPointer("", vocabulary.name, "services"), name);
    return [
      diagnostic("PROFILE_NAME_MISMATCH", `no capability belongs to the service ${name}`, {
        place: locateSource(document, pointer, "key"),
        hint: `did you mean ${meant}?`,
      }),
    ];
  });
}

/** The services that a capability may belong to: `dev.proto.shopping` for `dev.proto.shopping.checkout`. */
function servicesOf(capability: string): string[] {
  const labels = capability.split(".");
  return labels.slice(3).map((_, index) => labels.slice(0, index + 3).join("."));
}

/** The place of a name in a registry of either shape. */
function namePointer({ root }: Document, registry: string, name: string): string {
  const entries = valueAt(root, registry);
  const index = Array.isArray(entries)
    ? entries.findIndex((entry) => isObject(entry) && entry["name"] === name)
    : -1;
  return index < 0 ? joinPointer(registry, name) : joinPointer(registry, index, "name");
}

export function checkHandlerNames(
  { profile }: RoleProfile,
  { documents }: Pick<Sources, "documents">,
): Diagnostic[] {
  return profile.paymentHandlers.flatMap(({ name, schema }) => {
    const described = documents.get(schema?.uri ?? "");
    if (schema === undefined || described === undefined) return [];
    const own = namesIn(described);
    const meant = own.some((each) => each.name === name)
      ? undefined
      : nearestName(
          name,
          own.map((each) => each.name),
        );
    const source = own.find((each) => each.name === meant);
    if (meant === undefined || source === undefined) return [];
    const found = diagnostic("PROFILE_NAME_MISMATCH", `${name} has the schema of ${meant}`, {
      place: locateSource(profile.document, schema.pointer),
      hint: `did you mean ${meant}?`,
    });
    const place = locateSource(described, source.pointer, "key");
    return [{ ...found, related: [{ message: "the schema says so here", place }] }];
  });
}

/** The names that a handler's schema has: its own, and those of its roles. */
function namesIn({ root }: Document): { readonly name: string; readonly pointer: string }[] {
  if (!isObject(root)) return [];
  const { name, $defs: defs } = root;
  const roles = isObject(defs)
    ? Object.keys(defs).filter((each) => isRoleMap(each, defs[each]))
    : [];
  return [
    ...(typeof name === "string" ? [{ name, pointer: "/name" }] : []),
    ...roles.map((each) => ({ name: each, pointer: joinPointer("/$defs", each) })),
  ];
}
