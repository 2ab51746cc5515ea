/**
 * Negotiates at build time (§9.3): the agreement of two profiles, or of one profile and a chosen set. The rules are those of
 * the runtime; this module adds what only a build has: `requires` of the schemas, the choice of a command line, and errors
 * with a line of the profile.
 */

import { findExtendsCycles, type DeclaredCapability } from "@proto-gen/runtime/codegen/generator";
import {
  negotiate,
  type Agreement,
  type Registry,
  type Requirements,
  type VersionRange,
} from "@proto-gen/runtime/negotiation";
import { joinPointer } from "@proto-gen/runtime/json";
import {
  diagnostic,
  failure,
  type Diagnostic,
  ProtoGenError,
  type SourceLocation,
} from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { withoutFragment } from "../json-schema/uri.js";
import { locateSource, type Document } from "../load/document.js";
import type { Profile } from "../load/profile.js";
import type { Sources } from "../load/sources.js";
import { didYouMean } from "../text/nearest.js";

export interface Negotiation {
  readonly agreement: Agreement;
  /** One notice for each capability that was excluded. */
  readonly notices: readonly Diagnostic[];
}

/** @param chosen `name` or `name@version`, as `--capabilities` gives them; undefined for all */
export function agree(sources: Sources, chosen?: readonly string[]): Negotiation {
  const { profile, platform } = sources;
  requireParents(sources);
  refuseCycles(profile);
  const registry = addRequirements(profile.registry, sources);
  const business = chosen === undefined ? registry : chooseCapabilities(registry, chosen);
  const agreement = negotiate(business, platform?.registry);
  if (agreement.capabilities.length === 0) throw emptyAgreement(profile, agreement);
  return Object.freeze({
    agreement,
    notices: agreement.excluded.map((exclusion) => exclusionNotice(sources, exclusion)),
  });
}

function emptyAgreement({ document, vocabulary }: Profile, { excluded }: Agreement): ProtoGenError {
  const reasons = excluded
    .map(({ name, reason, detail }) => `${name}: ${reason}, ${detail}`)
    .join("; ");
  return failure(
    "NEGOTIATE_EMPTY",
    `negotiation leaves no capability${reasons === "" ? "" : ` (${reasons})`}`,
    { place: locateSource(document, `/${vocabulary.name}`, "key") },
  );
}

function exclusionNotice(
  { profile, documents }: Pick<Sources, "profile" | "documents">,
  exclusion: Agreement["excluded"][number],
): Diagnostic {
  const { name, reason, detail } = exclusion;
  const declaration = profile.registry.capabilities.find((capability) => capability.name === name);
  const place = declaration && locateSource(profile.document, pointerOf(profile, declaration));
  const described = documents.get(withoutFragment(declaration?.schema ?? ""));
  const unmet =
    reason !== "requires" || described === undefined ? undefined : findUnmet(detail, described);
  const found = diagnostic("NEGOTIATE_PRUNED", `${name}: ${reason}, ${detail}`, {
    place,
    hint: unmet?.hint,
  });
  return unmet === undefined
    ? found
    : { ...found, related: [{ message: "the requirement is here", place: unmet.place }] };
}

/** Finds the requirement that a text of `unmetRequirement` is about. */
function findUnmet(detail: string, described: Document): UnmetRequirement | undefined {
  const { protocol, capabilities = {} } = readRequirements(described) ?? {};
  if (protocol !== undefined && detail.startsWith("requires protocol "))
    return {
      place: locateSource(described, "/requires/protocol"),
      hint: "declare a protocol version in that range, or change the requirement in the schema",
    };
  const name = Object.keys(capabilities).find((each) =>
    [" ", ","].some((end) => detail.startsWith(`requires ${each}${end}`)),
  );
  if (name === undefined) return undefined;
  const range = detail.endsWith("which is not active") ? "" : " in a version of that range";
  return {
    place: locateSource(described, joinPointer("/requires/capabilities", name)),
    hint: `declare ${name}${range}, or change the requirement in the schema`,
  };
}

interface UnmetRequirement {
  readonly place: SourceLocation;
  readonly hint: string;
}

function pointerOf(profile: Profile, { pointer }: DeclaredCapability): string {
  return `/${profile.vocabulary.name}${pointer}`;
}

/** A parent that is left out was declared: what extends it is an orphan, which negotiation prunes. */
function requireParents({ profile, platform, leftOut, documents }: Sources): void {
  const declared = new Set([
    ...[profile, platform]
      .flatMap((side) => side?.registry.capabilities ?? [])
      .map(({ name }) => name),
    ...(leftOut === undefined ? [] : [...leftOut, ...namesOf(documents)]),
  ]);
  const unknown = profile.registry.capabilities.filter(
    ({ extends: parents }) => parents.length > 0 && !parents.some((parent) => declared.has(parent)),
  );
  if (unknown.length === 0) return;
  throw new ProtoGenError(
    unknown.map((capability) => {
      const { name, extends: parents } = capability;
      const pointer = `${pointerOf(profile, capability)}/extends`;
      return diagnostic(
        "COMPOSE_UNKNOWN_PARENT",
        `${name} extends ${parents.join(", ")}, which no capability declares`,
        {
          place: locateSource(profile.document, pointer),
          hint:
            didYouMean(parents[0] ?? "", declared) ?? "declare the parent, or remove the extension",
        },
      );
    }),
  );
}

/** An entry that is left out may have meant one of these, under a wrong name. */
function namesOf(documents: Sources["documents"]): string[] {
  return [...documents.values()].flatMap(({ root }) => {
    const name = isObject(root) ? root["name"] : undefined;
    return typeof name === "string" ? [name] : [];
  });
}

function refuseCycles(profile: Profile): void {
  const [cycle] = findExtendsCycles(profile.registry.capabilities);
  const [capability] = cycle?.members ?? [];
  if (cycle === undefined || capability === undefined) return;
  throw failure("NEGOTIATE_CYCLE", cycle.message, {
    place: locateSource(profile.document, `${pointerOf(profile, capability)}/extends`),
    hint: "remove one `extends` of the cycle",
  });
}

/** One `name` or `name@version` of `--capabilities`. */
interface Choice {
  readonly name: string;
  /** Undefined for any version. */
  readonly version: string | undefined;
}

function chooseCapabilities(registry: Registry, chosen: readonly string[]): Registry {
  const choices = chosen.map((text) => readChoice(registry, text));
  return {
    ...registry,
    capabilities: registry.capabilities.filter((capability) =>
      choices.some(
        ({ name, version }) =>
          name === capability.name && (version ?? capability.version) === capability.version,
      ),
    ),
  };
}

function readChoice({ capabilities }: Registry, text: string): Choice {
  const [name = "", version, ...more] = text.split("@");
  if (more.length > 0)
    throw unknownCapability(`--capabilities ${text}: expected name or name@version`);
  const names = new Set(capabilities.map((capability) => capability.name));
  if (!names.has(name))
    throw unknownCapability(
      `--capabilities names ${name}, which the profile does not declare`,
      didYouMean(name, names) ?? `it declares ${[...names].sort().join(", ")}`,
    );
  const versions = capabilities
    .filter((capability) => capability.name === name)
    .map((capability) => capability.version);
  if (version !== undefined && !versions.includes(version))
    throw unknownCapability(
      `--capabilities names ${text}, but the profile declares ${versions.join(", ")}`,
    );
  return { name, version };
}

function unknownCapability(message: string, hint?: string): ProtoGenError {
  return failure("USAGE_UNKNOWN_CAPABILITY", message, { hint });
}

/** Adds what each capability's schema `requires`. */
function addRequirements(registry: Registry, sources: Sources): Registry {
  const capabilities = registry.capabilities.map((capability) => {
    const [uri = ""] = capability.schema?.split("#") ?? [];
    const document = capability.schema === undefined ? undefined : sources.documents.get(uri);
    const requires = document && readRequirements(document);
    return requires === undefined ? capability : { ...capability, requires };
  });
  return { ...registry, capabilities };
}

function readRequirements({ root }: Document): Requirements | undefined {
  const requires = isObject(root) ? root["requires"] : undefined;
  if (!isObject(requires)) return undefined;
  const protocol = readRange(requires["protocol"]);
  const capabilities = isObject(requires["capabilities"])
    ? Object.entries(requires["capabilities"])
    : [];
  return {
    ...(protocol === undefined ? {} : { protocol }),
    capabilities: Object.fromEntries(
      capabilities.map(([name, value]) => [name, readRange(value) ?? {}]),
    ),
  };
}

function readRange(value: unknown): VersionRange | undefined {
  if (!isObject(value)) return undefined;
  const { min, max } = value;
  return {
    ...(typeof min === "string" ? { min } : {}),
    ...(typeof max === "string" ? { max } : {}),
  };
}
