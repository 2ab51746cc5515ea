/**
 * What the generator would say of a release, were its capabilities a profile's. In: a loaded release, and which of
 * its documents are sound. Out: the errors and warnings of negotiating, composing and naming.
 *
 * The generator stops at the first error. Where the whole has one, each capability is composed by itself, and with
 * what it extends, so that what is wrong with one does not hide what is wrong with another.
 */

import { ProtoGenError, type Diagnostic } from "../errors.js";
import { interpretSources } from "../interpret.js";
import { locateSource, type Document } from "../load/document.js";
import type { ReleaseWithDiagnostics, ReleaseCapability } from "../load/load-release-leniently.js";
import type { SourceMethod, SourceRestOperation } from "../load/services/service-document.js";
import type { Sources } from "../load/sources.js";

export function composedDiagnostics(
  loaded: ReleaseWithDiagnostics,
  isSound: (document: Document) => boolean,
): Diagnostic[] {
  const sound = loaded.capabilities.filter(({ document }) => isSound(document));
  const sources = withSoundServices(loaded.sources, isSound);
  const attempt = (names: readonly string[]): readonly Diagnostic[] | undefined =>
    attempted(sources, names);
  const all = sound.map(({ name }) => name);
  if (all.length === 0) return [];
  const whole = attempt(all);
  const found = new Map<string, Diagnostic>();
  const keep = (diagnostics: readonly Diagnostic[]): void => {
    for (const each of diagnostics)
      found.set(JSON.stringify([each.code, each.message]), placed(each, loaded.capabilities));
  };
  keep(whole ?? []);
  if ([...found.values()].some(({ code }) => ENDS.has(code)))
    for (const { name } of sound) keep(attempt(withAncestors(name, sound)) ?? []);
  return [...found.values()].filter(({ code }) => code !== "LOAD_REF_UNRESOLVED");
}

/** Codes that end a run before all that is wrong was seen. */
const ENDS: ReadonlySet<string> = new Set([
  "COMPOSE_WEAKENS_BASE",
  "COMPOSE_NO_SHAPE",
  "COMPOSE_CLOSED_ENUM",
  "COMPOSE_UNKNOWN_PARENT",
  "MODEL_RECURSION",
  "NAME_CLASH",
  "SERVICE_INVALID",
  "SERVICE_UNKNOWN_VERB",
]);

function attempted(sources: Sources, capabilities: readonly string[]): readonly Diagnostic[] {
  try {
    return interpretSources(sources, { capabilities }).notices;
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return error.diagnostics.filter(({ code }) => code !== "NEGOTIATE_EMPTY");
  }
}

/** A capability with all that it extends, over any number of steps. */
function withAncestors(name: string, all: readonly ReleaseCapability[]): string[] {
  const names = new Set([name]);
  for (const each of names)
    for (const parent of all.find((one) => one.name === each)?.extends ?? []) names.add(parent);
  return [...names].filter((each) => all.some((one) => one.name === each));
}

function withSoundServices(sources: Sources, isSound: (document: Document) => boolean): Sources {
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

/** Of several documents one may be wrong: the calls of the others are composed. */
function soundCalls<Call extends SourceRestOperation | SourceMethod>(
  calls: readonly Call[],
  documents: readonly Document[],
  isSound: (document: Document) => boolean,
): Call[] {
  const sound = new Set(documents.filter(isSound).map(({ uri }) => uri));
  return calls.filter(({ owner, document }) => sound.has(owner) && sound.has(document));
}

/** What the generator says of a profile, or of nothing, is said of the capability that the message names first. */
function placed(found: Diagnostic, capabilities: readonly ReleaseCapability[]): Diagnostic {
  const { code, message, place } = found;
  if (place !== undefined && !code.startsWith("NEGOTIATE_")) return found;
  const [first] = capabilities
    .filter(({ name }) => message.includes(name))
    .sort((left, right) => message.indexOf(left.name) - message.indexOf(right.name));
  if (first === undefined) return found;
  const pointer = POINTERS[code] ?? "";
  return { ...found, place: locateSource(first.document, pointer, "key") };
}

const POINTERS: Readonly<Record<string, string>> = {
  NEGOTIATE_CYCLE: "/$defs",
  NEGOTIATE_PRUNED: "/requires",
};
