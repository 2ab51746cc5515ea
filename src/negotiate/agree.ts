/**
 * Negotiate at build time (§9.3): the agreement of two profiles, or of one profile and a chosen set.
 * In: sources. Out: the agreement, with a notice for each capability that was dropped.
 */

import {
  negotiate,
  type Agreement,
  type DeclaredCapability,
  type Registry,
  type Requirements,
  type VersionRange,
} from "@proto-gen/runtime/negotiation";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, type Document } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import type { Profile } from "../load/profile.js";
import { didYouMean } from "../text/nearest.js";

export interface Negotiation {
  readonly agreement: Agreement;
  readonly notices: readonly Diagnostic[];
}

/** @param chosen `name` or `name@version`, as `--capabilities` gives them; undefined for all. */
export function agree(sources: Sources, chosen?: readonly string[]): Negotiation {
  const { profile, platform } = sources;
  checkParents(profile, platform);
  checkCycles(profile);
  const own = withRequirements(profile.registry, sources);
  const business = chosen === undefined ? own : choose(own, chosen);
  const agreement = negotiate(business, platform?.registry);
  if (agreement.capabilities.length === 0) {
    const reasons = agreement.excluded
      .map(({ name, reason, detail }) => `${name}: ${reason}, ${detail}`)
      .join("; ");
    throw failure(
      "NEGOTIATE_EMPTY",
      `negotiation leaves no capability${reasons === "" ? "" : ` (${reasons})`}`,
      {
        file: profile.document.file,
      },
    );
  }
  return Object.freeze({
    agreement,
    notices: agreement.excluded.map((exclusion) => prunedNotice(profile, exclusion)),
  });
}

function prunedNotice(
  profile: Profile,
  { name, reason, detail }: Agreement["excluded"][number],
): Diagnostic {
  const declaration = profile.registry.capabilities.find((capability) => capability.name === name);
  const place = declaration && locateSource(profile.document, pointerOf(profile, declaration));
  return diagnostic("NEGOTIATE_PRUNED", `${name}: ${reason}, ${detail}`, place);
}

function pointerOf(profile: Profile, { pointer }: DeclaredCapability): string {
  return `/${profile.vocabulary.name}${pointer}`;
}

function checkParents(profile: Profile, platform: Profile | undefined): void {
  const declared = new Set(
    [profile, platform]
      .flatMap((side) => side?.registry.capabilities ?? [])
      .map(({ name }) => name),
  );
  for (const capability of profile.registry.capabilities) {
    const { name, extends: parents } = capability;
    if (parents.length === 0 || parents.some((parent) => declared.has(parent))) continue;
    const pointer = `${pointerOf(profile, capability)}/extends`;
    throw failure(
      "COMPOSE_UNKNOWN_PARENT",
      `${name} extends ${parents.join(", ")}, which no capability declares`,
      locateSource(profile.document, pointer),
      didYouMean(parents[0] ?? "", declared) ?? "declare the parent, or drop the extension",
    );
  }
}

function checkCycles(profile: Profile): void {
  const { capabilities } = profile.registry;
  const byName = new Map<string, DeclaredCapability[]>();
  for (const capability of capabilities) {
    const versions = byName.get(capability.name);
    if (versions === undefined) byName.set(capability.name, [capability]);
    else versions.push(capability);
  }
  const done = new Set<DeclaredCapability>();
  const path = new Set<string>();
  const visit = (capability: DeclaredCapability): void => {
    const { name } = capability;
    if (done.has(capability)) return;
    if (path.has(name)) {
      const names = [...path];
      const circle = [...names.slice(names.indexOf(name)), name].join(" -> ");
      const place = locateSource(profile.document, `${pointerOf(profile, capability)}/extends`);
      throw failure(
        "NEGOTIATE_CYCLE",
        `capabilities extend each other in a circle: ${circle}`,
        place,
        "remove one `extends` of the circle",
      );
    }
    // Any version of a parent may be the one that is chosen.
    path.add(name);
    for (const parent of new Set(capability.extends)) (byName.get(parent) ?? []).forEach(visit);
    path.delete(name);
    done.add(capability);
  };
  capabilities.forEach(visit);
}

function choose(registry: Registry, chosen: readonly string[]): Registry {
  const names = new Set(registry.capabilities.map(({ name }) => name));
  const wanted = chosen.map((text) => {
    const [name = "", version, ...more] = text.split("@");
    if (more.length > 0)
      throw failure(
        "USAGE_UNKNOWN_CAPABILITY",
        `--capabilities ${text}: expected name or name@version`,
      );
    if (!names.has(name)) {
      throw failure(
        "USAGE_UNKNOWN_CAPABILITY",
        `--capabilities names ${name}, which the profile does not declare`,
        undefined,
        didYouMean(name, names) ?? `it declares ${[...names].sort().join(", ")}`,
      );
    }
    const versions = registry.capabilities
      .filter((capability) => capability.name === name)
      .map((capability) => capability.version);
    if (version !== undefined && !versions.includes(version)) {
      throw failure(
        "USAGE_UNKNOWN_CAPABILITY",
        `--capabilities asks for ${text}, but the profile declares ${versions.join(", ")}`,
      );
    }
    return { name, version };
  });
  return {
    ...registry,
    capabilities: registry.capabilities.filter((capability) =>
      wanted.some(
        ({ name, version }) =>
          name === capability.name && (version ?? capability.version) === capability.version,
      ),
    ),
  };
}

function withRequirements(registry: Registry, sources: Sources): Registry {
  return {
    ...registry,
    capabilities: registry.capabilities.map((capability) => {
      const document =
        capability.schema === undefined
          ? undefined
          : sources.documents.get(capability.schema.split("#")[0] as string);
      const requires = document === undefined ? undefined : readRequirements(document);
      return requires === undefined ? capability : { ...capability, requires };
    }),
  };
}

function readRequirements(document: Document): Requirements | undefined {
  const requires = isObject(document.root) ? document.root["requires"] : undefined;
  if (!isObject(requires)) return undefined;
  const range = (value: unknown): VersionRange | undefined => {
    if (!isObject(value)) return undefined;
    const { min, max } = value;
    return {
      ...(typeof min === "string" ? { min } : {}),
      ...(typeof max === "string" ? { max } : {}),
    };
  };
  const protocol = range(requires["protocol"]);
  const capabilities = isObject(requires["capabilities"])
    ? Object.entries(requires["capabilities"])
    : [];
  return {
    ...(protocol === undefined ? {} : { protocol }),
    capabilities: Object.fromEntries(
      capabilities.map(([name, value]) => [name, range(value) ?? {}]),
    ),
  };
}
