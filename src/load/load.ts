/**
 * Loads profiles, and every schema document that their capabilities, services and payment handlers lead to. Sources are
 * frozen, and nothing later reads the disk.
 */

import { diagnostic, failure, ProtoGenError, type Diagnostic } from "../errors.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { createAttempts, EntriesFailed } from "./attempt.js";
import { chooseWanted } from "./choose-wanted.js";
import type { CrawlRemote } from "./crawl.js";
import { locateSource, type Document } from "./document.js";
import { findSchemaless } from "./find-schemaless.js";
import { lendSchemas } from "./lend-schemas.js";
import { loadFrom, type LoadFromOptions } from "./load-from.js";
import type { LockFile } from "./lock.js";
import { readLock } from "./read-lock.js";
import { MissingDocumentsError } from "./missing-documents.js";
import { requireLockedOverlays } from "./overlay/locked-overlays.js";
import { openOverlays, type Overlays } from "./overlay/overlays.js";
import type { Profile, Service } from "./profile.js";
import { readProfileSource } from "./read-profile-source.js";
import { createReader } from "./reader.js";
import type { Remote, RemoteOptions } from "./remote.js";
import { createRoots } from "./roots.js";
import { type GivenRoot } from "./schema-root.js";
import { findReleaseServices, type ServiceSearch } from "./services/find-release-services.js";
import {
  errorsOf,
  isUnresolved,
  leaveOut,
  openSide,
  whoseIs,
  type Side,
  type Whose,
} from "./side.js";
import type { Sources } from "./sources.js";
import { readSupportedRelease } from "./supported-release.js";

export interface LoadOptions {
  /** File or URL of the profile to generate for. */
  readonly profile: string;
  /** The release to read the profile of: the profile itself, or the one that it names for that release. */
  readonly release?: string | undefined;
  /** Whose that is: by default, a file is one's own, and what a URL names is another's. */
  readonly whose?: Whose | undefined;
  /** File or URL of the other side's profile, to intersect with. */
  readonly platform?: string | undefined;
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** Fetches documents that no root holds. By default, nothing is fetched. */
  readonly remote?: RemoteOptions | undefined;
  /** The paths of overlays: each changes the document that it names, before anything else sees that. */
  readonly overlays?: readonly string[] | undefined;
  /** The values of facts in place of those of the profile's release. */
  readonly facts?: FactOverrides | undefined;
  /** Allows profiles and endpoints at http on this machine. */
  readonly development?: boolean | undefined;
  /** `name` or `name@version` of those to load; all that the profile declares if undefined. */
  readonly capabilities?: readonly string[] | undefined;
  /** Is called with the services to bind, before their documents are read. */
  readonly onServices?: ((services: readonly Service[]) => void) | undefined;
}

export interface Sides {
  readonly profile: Side;
  readonly platform: Side | undefined;
}

/** What the profiles lead to, and the profiles without the entries that lead nowhere. */
export interface Loaded {
  readonly sides: Sides;
  readonly sources: Sources;
}

/** The profiles of a run, before anything else is read. */
export interface OpenProfiles {
  readonly sides: Sides;
  readonly overlays: Overlays;
  /** @throws LoadFailed for what no entry can be left out for */
  load(sides: Sides): Promise<Loaded>;
  /** The errors, with what explains that documents are missing: a file that was skipped may be one of them. */
  explain(errors: readonly Diagnostic[]): readonly Diagnostic[];
}

export function listSides({ profile, platform }: Sides): readonly Side[] {
  return platform === undefined ? [profile] : [profile, platform];
}

export async function openProfiles({
  schemas = [],
  ...options
}: LoadOptions): Promise<OpenProfiles> {
  const { development, whose, facts, capabilities, onServices } = options;
  const lock = readLock(options.profile);
  const remote = await openRemote(options.remote, lock);
  const overlays = await openOverlays(options.overlays);
  const readSource = (source: string): Promise<Document> =>
    readProfileSource(source, { lock, remote, development, overlays });
  const given = await readSource(options.profile);
  // Beside a platform's, it is a business's, whatever it has.
  const isBusiness = options.platform !== undefined;
  const sides = {
    profile: openSide(await readRelease(given, options.release, readSource), {
      ...{ development, facts, whose: whose ?? whoseIs(options.profile) },
      role: isBusiness ? "business" : undefined,
    }),
    platform:
      options.platform === undefined
        ? undefined
        : openSide(await readSource(options.platform), {
            ...{ development, facts, whose: whoseIs(options.platform), role: "platform" },
          }),
  };
  if (remote !== undefined) requireSound(sides);
  const roots = remote === undefined ? createRoots(schemas, [], lock) : createRoots(schemas);
  const reader = createReader(roots, { remote, overlays });
  const access: LoadSidesOptions = {
    ...{ roots, reader, overlays, capabilities, onServices },
    remote: remote && { ...remote, localReader: createReader(roots, { overlays }) },
  };
  return {
    ...{ sides, overlays },
    async load(wanted) {
      const loaded = await loadSides(wanted, access);
      if (options.remote?.frozen === true) requireLockedOverlays(readBy(loaded), lock);
      return loaded;
    },
    explain: (errors) => [
      ...errors,
      ...(errors.some(isUnresolved) ? (roots.notices?.() ?? []) : []),
    ],
  };
}

/** Every document that was read: profiles, and what they lead to. */
export function readBy({ sides, sources }: Loaded): readonly Document[] {
  const profiles = listSides(sides).flatMap(({ document }) => [
    document,
    ...(document.namedBy === undefined ? [] : [document.namedBy]),
  ]);
  return [...profiles, ...sources.inputs];
}

/** Nothing is fetched for a profile of one's own that has to be corrected first. */
function requireSound(sides: Sides): void {
  const errors = listSides(sides).flatMap(({ whose, leftOut }) =>
    whose === "own" ? errorsOf(leftOut) : [],
  );
  if (errors.length > 0) throw new ProtoGenError(errors);
}

async function readRelease(
  given: Document,
  release: string | undefined,
  read: (url: string) => Promise<Document>,
): Promise<Document> {
  return release === undefined ? given : readSupportedRelease(given, { release, read });
}

async function openRemote(
  options: RemoteOptions | undefined,
  lock: LockFile,
): Promise<Remote | undefined> {
  if (options === undefined) return undefined;
  // Its libraries take long to load.
  const { createRemote } = await import("./fetch-remote.js");
  return createRemote(options, lock);
}

interface LoadSidesOptions extends ServiceSearch {
  readonly capabilities: LoadOptions["capabilities"] | undefined;
  readonly onServices: LoadOptions["onServices"] | undefined;
  readonly remote: CrawlRemote | undefined;
}

/** What no entry can be left out for. */
export class LoadFailed extends ProtoGenError {
  /** Without what was left out before. */
  readonly sides: Sides;

  constructor(diagnostics: readonly Diagnostic[], sides: Sides) {
    super(diagnostics);
    this.sides = sides;
  }
}

/** A failure may hide another: a hostile profile would have as many rounds as entries. */
const MAX_ROUNDS = 20;

/** Loads in rounds, so that nothing of a document that has failed is in what the others lead to. */
async function loadSides(given: Sides, options: LoadSidesOptions): Promise<Loaded> {
  let sides = given;
  const tried: Tried = { documents: new Map(), absent: new Set(), notices: [] };
  for (let round = 1; ; round++) {
    try {
      requireCapability(sides);
      const loaded = await loadRound(sides, options);
      return { ...loaded, sources: withTried(loaded.sources, tried) };
    } catch (error) {
      if (!(error instanceof ProtoGenError)) throw error;
      if (!(error instanceof EntriesFailed))
        throw new LoadFailed([...error.diagnostics, ...tried.notices], sides);
      sides = { ...sides, profile: leaveOut(sides.profile, error.failed) };
      const unreached = MissingDocumentsError.diagnosticsOf(error.unreached);
      if (unreached.length > 0) throw new LoadFailed([...unreached, ...error.found.notices], sides);
      if (round === MAX_ROUNDS) throw new LoadFailed([tooManyRounds(sides)], sides);
      addFound(tried, error.found);
    }
  }
}

function requireCapability({ profile: { profile, leftOut } }: Sides): void {
  if (leftOut.length === 0 || profile.registry.capabilities.length > 0) return;
  const { document, vocabulary } = profile;
  throw failure("NEGOTIATE_EMPTY", "no capability of the profile is left", {
    place: locateSource(document, `/${vocabulary.name}`, "key"),
    hint: "see what was left out, and why",
  });
}

function tooManyRounds({ profile: { document, leftOut } }: Sides): Diagnostic {
  return diagnostic(
    "LOAD_TOO_LARGE",
    `${leftOut.length} entries of the profile fail, one after the other; the others were not tried`,
    { place: { file: document.file } },
  );
}

async function loadRound(given: Sides, options: LoadSidesOptions): Promise<Loaded> {
  const { reader, capabilities } = options;
  const platform = given.platform?.profile;
  const lent = await lendSchemas(given.profile.profile, platform, reader);
  const sides = { ...given, profile: leaveOut(given.profile, findSchemaless(given.profile, lent)) };
  const profile =
    sides.profile.leftOut.length === given.profile.leftOut.length
      ? lent
      : await lendSchemas(sides.profile.profile, platform, reader);
  const sources = await loadWithServices(profile, {
    ...{ ...options, platform },
    wanted: chooseWanted(profile, platform, capabilities),
    attempts: createAttempts(profile),
  });
  return { sides, sources: withLeftOut(sources, sides) };
}

/** What was read of entries that are left out: a run is stale once that changes. */
interface Tried {
  readonly documents: Map<string, Document>;
  readonly absent: Set<string>;
  /** Of the last round. */
  notices: readonly Diagnostic[];
}

function addFound(tried: Tried, { documents, absent, notices }: EntriesFailed["found"]): void {
  for (const each of documents) tried.documents.set(each.uri, each);
  for (const uri of absent) tried.absent.add(uri);
  tried.notices = notices;
}

function withTried(sources: Sources, { documents, absent }: Tried): Sources {
  if (documents.size === 0 && absent.size === 0) return sources;
  const known = new Set(sources.inputs.map(({ uri }) => uri));
  const more = [...documents.values()].filter(({ uri }) => !known.has(uri));
  return Object.freeze({
    ...sources,
    inputs: [...sources.inputs, ...more],
    absent: [...new Set([...sources.absent, ...absent])].sort(),
  });
}

function withLeftOut(sources: Sources, sides: Sides): Sources {
  const names = listSides(sides).flatMap(({ leftOut }) => leftOut.flatMap(({ name = [] }) => name));
  return names.length === 0 ? sources : Object.freeze({ ...sources, leftOut: new Set(names) });
}

interface LoadWithServicesOptions
  extends ServiceSearch, Pick<LoadFromOptions, "platform" | "remote" | "wanted" | "attempts"> {
  readonly onServices?: LoadOptions["onServices"] | undefined;
}

/** A platform's profile names no services: those of its capabilities' release are bound. */
export async function loadWithServices(
  profile: Profile,
  { roots, reader, overlays, onServices = () => {}, ...options }: LoadWithServicesOptions,
): Promise<Sources> {
  if (options.platform !== undefined || profile.services.length > 0) {
    onServices(profile.services);
    return loadFrom(reader, profile, options);
  }
  const found = findReleaseServices(profile, { roots, reader, overlays });
  onServices(found.services);
  return loadFrom(found.reader, profile, { ...options, services: found.services });
}
