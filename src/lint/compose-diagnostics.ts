/**
 * The diagnostics that the generator would report for a profile with all capabilities of a release.
 *
 * The generator stops at the first error. If the whole release has one, each capability is composed again with only its
 * ancestors, so that a mistake in one capability does not hide those in others.
 */

import { ProtoGenError, type Diagnostic, type DiagnosticCode } from "../errors.js";
import { interpretSources } from "../interpret.js";
import { locateSource, type Document } from "../load/document.js";
import type { ReleaseWithDiagnostics, ReleaseCapability } from "../load/load-release-leniently.js";
import type { SourceMethod, SourceRestOperation } from "../load/services/service-document.js";
import type { Sources } from "../load/sources.js";

type IsSound = (document: Document) => boolean;

export function collectComposeDiagnostics(
  loaded: ReleaseWithDiagnostics,
  isSound: IsSound,
): readonly Diagnostic[] {
  const capabilities = loaded.capabilities.filter(({ document }) => isSound(document));
  if (capabilities.length === 0) return [];
  const sources = withSoundServices(loaded.sources, isSound);
  const whole = interpretCapabilities(
    sources,
    capabilities.map(({ name }) => name),
  );
  const single = whole.some(({ code }) => FATAL_CODES.has(code))
    ? capabilities.flatMap(({ name }) =>
        interpretCapabilities(sources, withAncestors(name, capabilities)),
      )
    : [];
  // Loading reports references that lead nowhere, each at its place.
  const reported = [...whole, ...single].filter(
    (each) => each.code !== "LOAD_REF_UNRESOLVED" && !isOfUnknownEnum(each, capabilities),
  );
  return deduplicate(reported).map((each) => withPlace(each, loaded.capabilities));
}

/** A run ends with one of these before it has seen everything. */
const FATAL_CODES: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "COMPOSE_WEAKENS_BASE",
  "COMPOSE_CLOSED_ENUM",
  "COMPOSE_UNKNOWN_PARENT",
  "MODEL_RECURSION",
  "MODEL_TOO_LARGE",
  "MODEL_NAME_CLASH",
  "SERVICE_INVALID",
  "SERVICE_UNKNOWN_VERB",
]);

/** Only a profile says which enum a capability adds to whose schema names no other. */
function isOfUnknownEnum(
  { code, place }: Diagnostic,
  capabilities: readonly ReleaseCapability[],
): boolean {
  return (
    code === "COMPOSE_CLOSED_ENUM" &&
    capabilities.some(
      ({ document, extends: parents }) => parents.length === 0 && document.file === place?.file,
    )
  );
}

function interpretCapabilities(
  sources: Sources,
  capabilities: readonly string[],
): readonly Diagnostic[] {
  try {
    return interpretSources(sources, { capabilities }).notices;
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return error.diagnostics.filter(({ code }) => code !== "NEGOTIATE_EMPTY");
  }
}

/** The capability and everything that it extends, directly or not. */
function withAncestors(name: string, all: readonly ReleaseCapability[]): string[] {
  const names = new Set([name]);
  for (const each of names)
    for (const parent of all.find((one) => one.name === each)?.extends ?? []) names.add(parent);
  return [...names].filter((each) => all.some((one) => one.name === each));
}

function withSoundServices(sources: Sources, isSound: IsSound): Sources {
  const services = sources.services.map((service) => ({
    ...service,
    rest: service.rest && {
      ...service.rest,
      operations: soundCalls(service.rest.operations, service.rest.documents, isSound),
    },
    mcp: service.mcp && {
      ...service.mcp,
      methods: soundCalls(service.mcp.methods, service.mcp.documents, isSound),
    },
  }));
  return Object.freeze({ ...sources, services });
}

/** One document of a service with an error does not keep the calls of its others from being composed. */
function soundCalls<Call extends SourceRestOperation | SourceMethod>(
  calls: readonly Call[],
  documents: readonly Document[],
  isSound: IsSound,
): Call[] {
  const sound = new Set(documents.filter(isSound).map(({ uri }) => uri));
  return calls.filter(({ owner, document }) => sound.has(owner) && sound.has(document));
}

/** Composing a part of the release repeats diagnostics of the whole: the last one stays, at the place of the first. */
function deduplicate(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [
    ...new Map(
      diagnostics.map((each) => [JSON.stringify([each.code, each.message, each.place]), each]),
    ).values(),
  ];
}

/** A diagnostic about the profile, or without a place, gets that of the capability that its message names first. */
function withPlace(diagnostic: Diagnostic, capabilities: readonly ReleaseCapability[]): Diagnostic {
  const { code, message, place } = diagnostic;
  if (place !== undefined && !code.startsWith("NEGOTIATE_")) return diagnostic;
  const [first] = capabilities
    .filter(({ name }) => message.includes(name))
    .sort((left, right) => message.indexOf(left.name) - message.indexOf(right.name));
  if (first === undefined) return diagnostic;
  return { ...diagnostic, place: locateSource(first.document, POINTERS[code] ?? "", "key") };
}

const POINTERS: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  NEGOTIATE_CYCLE: "/$defs",
  NEGOTIATE_PRUNED: "/requires",
};
