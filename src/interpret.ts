/**
 * Interpret: the pipeline up to the model, load -> negotiate -> compose -> model. `generate` prints its result; commands
 * that only show or check something stop here.
 */

import { compose } from "./compose/compose.js";
import type { Interpretation } from "./interpretation.js";
import { CODES, ProtoGenError, type Diagnostic } from "./errors.js";
import type { FactOverrides } from "./facts/facts-in-force.js";
import { ownProblems } from "./load/attempt.js";
import { blameEntries } from "./load/blame-entries.js";
import {
  listSides,
  LoadFailed,
  openProfiles,
  readBy,
  type Loaded,
  type OpenProfiles,
  type Sides,
} from "./load/load.js";
import { noteChanges } from "./load/overlay/changes.js";
import { reportUnused } from "./load/overlay/overlays.js";
import type { Service } from "./load/profile.js";
import type { RemoteOptions } from "./load/remote.js";
import type { GivenRoot } from "./load/schema-root.js";
import { describeLeftOut, errorsOf, leaveOut, leftOutNotices, type Whose } from "./load/side.js";
import type { Sources } from "./load/sources.js";
import { buildModel } from "./model/build.js";
import { collectConflicts } from "./model/conflicts.js";
import { agree } from "./negotiate/agree.js";
import { checkOmittedOperations } from "./check-profile/check-omitted-operations.js";
import { checkDeclarations, checkRemainder, checkValues } from "./check-profile/check-profiles.js";
import { judgeFindings, type Verdict } from "./check-profile/judge-findings.js";
import { acceptFindings, type AcceptedFinding } from "./review/accepted-findings.js";
import { dayOf } from "./review/dates.js";
import { findingDocuments } from "./review/finding-documents.js";
import { line, type Line } from "./text/line.js";

export interface InterpretOptions {
  /** File or URL of the profile to generate for. */
  readonly profile: string;
  /** The release to read the profile of: the profile itself, or the one that it names for that release in `supported_versions`. */
  readonly release?: string | undefined;
  /** Whose that is: by default, a file is one's own, and what a URL names is another's, which is read entry by entry. */
  readonly whose?: Whose | undefined;
  /** What would be left out of another's profile is an error. */
  readonly strict?: boolean | undefined;
  /** File or URL of the platform's profile: only what both sides have is generated. */
  readonly platform?: string | undefined;
  /** Directories of schemas that the package does not contain. */
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** How to fetch documents that no root contains. Without it, nothing is fetched. */
  readonly remote?: RemoteOptions | undefined;
  /** Allows profiles and endpoints at http on this machine: 127.0.0.1, [::1] and localhost. */
  readonly development?: boolean | undefined;
  /** Capabilities to use, as `name` or `name@version`; all that the profile declares if undefined. */
  readonly capabilities?: readonly string[] | undefined;
  /** The member that is the payment of a request to complete a checkout, or `none`; recognised by its members if undefined. */
  readonly payment?: string | undefined;
  /** The values of facts in place of those of the profile's release (`docs/releases.md`). */
  readonly facts?: FactOverrides | undefined;
  /** Paths of overlays, which correct documents of others (`docs/guide/overlays.md`). */
  readonly overlays?: readonly string[] | undefined;
  /** Warnings about documents of others that are not to be reported; `strict` reports them all the same. */
  readonly accepted?: readonly AcceptedFinding[] | undefined;
  /** The day on which entries of `accepted` are judged, as `2026-11-20`; by default, today in UTC. */
  readonly today?: string | undefined;
  /** Is called with the name of each stage as it starts. */
  readonly onStage?: ((stage: Line) => void) | undefined;
  /** Is called with the services to bind, before their documents are read. */
  readonly onServices?: ((services: readonly Service[]) => void) | undefined;
}

/** Each round leaves out at least one entry, and a failure may hide another: a hostile profile would have as many rounds as entries. */
const MAX_ROUNDS = 20;

/**
 * Leaves out the entries of a profile that a stage finds wrong, and begins again without them: nothing that they bring is in the result.
 * Whose the profile is decides at the end whether what was left out is an error (ADR 77).
 *
 * @throws ProtoGenError with all that is wrong
 */
export async function interpret(options: InterpretOptions): Promise<Interpretation> {
  const opened = await openProfiles(options);
  let { sides } = opened;
  for (let round = 1; ; round++) {
    options.onStage?.(line`load`);
    const loaded = await loadRound(opened, sides, options);
    const found = await interpretLoaded(loaded, options);
    if (found.problems.length === 0 || round === MAX_ROUNDS)
      return conclude(loaded, found, { ...options, ...opened });
    sides = { ...loaded.sides, profile: leaveOut(loaded.sides.profile, found.problems) };
  }
}

async function loadRound(
  opened: OpenProfiles,
  sides: Sides,
  options: InterpretOptions,
): Promise<Loaded> {
  try {
    return await opened.load(sides);
  } catch (error) {
    if (!(error instanceof LoadFailed)) throw error;
    throw refusal(error.sides, error.diagnostics, { ...options, ...opened });
  }
}

interface Round extends Verdict {
  /** Undefined where there are errors. */
  readonly interpretation?: Interpretation;
}

async function interpretLoaded(loaded: Loaded, options: InterpretOptions): Promise<Round> {
  const { sources } = loaded;
  const declared = judgeFindings(checkDeclarations(sources), loaded);
  // What follows from a wrong declaration would be reported, too; nothing follows from a key.
  if (declared.problems.length > 0 || !declared.errors.every(isOfKey)) return declared;
  const made = attemptSources(sources, options);
  if (!("model" in made)) {
    const blame = blameEntries(made, loaded);
    return { ...declared, problems: blame.problems, errors: [...declared.errors, ...blame.others] };
  }
  const told = [...declared.errors, ...refusedEntries(loaded.sides, options)];
  const values = await (told.length === 0
    ? checkValues(made.composition, options)
    : checkRemainder(made.composition, told, options));
  const described = judgeFindings(values, loaded);
  return {
    problems: described.problems,
    errors: [...declared.errors, ...described.errors],
    warnings: [...declared.warnings, ...described.warnings],
    interpretation: made,
  };
}

function isOfKey({ code }: Diagnostic): boolean {
  return code === "PROFILE_KEY_INVALID" || code === "PROFILE_PRIVATE_KEY_PUBLISHED";
}

/** The errors where no model can be built, or where what was built is wrong. */
function attemptSources(
  sources: Sources,
  options: InterpretOptions,
): Interpretation | readonly Diagnostic[] {
  try {
    const interpretation = interpretSources(sources, options);
    const errors = interpretation.notices.filter(isError);
    return errors.length > 0 ? errors : interpretation;
  } catch (error) {
    const problems = ownProblems(error);
    if (problems === undefined) throw error;
    return problems;
  }
}

function conclude(
  loaded: Loaded,
  { problems, errors, warnings, interpretation }: Round,
  options: RefusalOptions,
): Interpretation {
  const { sides } = loaded;
  const documents = readBy(loaded);
  const isPart = options.platform !== undefined || options.capabilities !== undefined;
  const unused = reportUnused(options.overlays, documents, isPart);
  const more = [...errors, ...errorsOf(problems), ...unused.filter(isError)];
  const isRefused = refusedEntries(sides, options).length > 0;
  if (interpretation === undefined || more.length > 0 || isRefused)
    throw refusal(sides, [...more, ...warnings], options);
  const left = listSides(sides).flatMap(leftOutNotices);
  const omitted = checkOmittedOperations(interpretation);
  const all = [...left, ...interpretation.notices, ...warnings, ...omitted, ...unused];
  const { notices, count } = acceptFindings(noteChanges(all, options.overlays.changed()), {
    accepted: options.strict === true ? [] : (options.accepted ?? []),
    documents: findingDocuments(loaded),
    today: options.today ?? dayOf(new Date()),
    isPart,
  });
  const overlays = options.overlays.all.map(({ document: { file, sha256 } }) => ({ file, sha256 }));
  return { ...interpretation, notices, accepted: count, overlays, leftOut: describeLeftOut(sides) };
}

type RefusalOptions = Omit<InterpretOptions, "overlays"> &
  Pick<OpenProfiles, "explain" | "overlays">;

/** With the reasons why entries were left out: an error may follow from that. */
function refusal(
  sides: Sides,
  errors: readonly Diagnostic[],
  options: RefusalOptions,
): ProtoGenError {
  const fail = (all: readonly Diagnostic[]): ProtoGenError =>
    new ProtoGenError(options.explain(noteChanges(all, options.overlays.changed())));
  const refused = refusedEntries(sides, options);
  if (refused.length > 0) {
    const others = errors.filter(({ code }) => !FOLLOWING.has(code));
    return fail([...refused, ...others]);
  }
  // Where nothing is left, the reasons are the errors.
  const isEmpty = errors.some(({ code }) => code === "NEGOTIATE_EMPTY");
  const reasons = listSides(sides).flatMap((side) =>
    isEmpty ? errorsOf(side.leftOut) : leftOutNotices(side),
  );
  return fail([...errors, ...reasons]);
}

/** What follows from an entry that is left out. */
const FOLLOWING: ReadonlySet<string> = new Set(["NEGOTIATE_EMPTY", "USAGE_UNKNOWN_CAPABILITY"]);

/** Entries that may not be left out: one's own, all of a strict run, and what `--capabilities` names. */
function refusedEntries(
  sides: Sides,
  { strict = false, capabilities = [] }: Pick<InterpretOptions, "strict" | "capabilities">,
): Diagnostic[] {
  const chosen = new Set(capabilities.map((each) => each.split("@")[0]));
  return listSides(sides).flatMap(({ whose, leftOut }) =>
    errorsOf(leftOut.filter(({ name }) => whose === "own" || strict || chosen.has(name))),
  );
}

/** Interprets sources that are already loaded. Mistakes that do not keep a model from being built are among the notices. */
export function interpretSources(
  sources: Sources,
  options: Pick<InterpretOptions, "capabilities" | "payment" | "onStage">,
): Interpretation {
  const stage = options.onStage ?? (() => {});
  stage(line`negotiate`);
  const { agreement, notices } = agree(sources, options.capabilities);
  stage(line`compose`);
  const composition = compose(sources, agreement);
  const model = buildModel(composition, options);
  stage(line`check`);
  // Whatever contradicts another rule because of an error is not worth reporting beside it.
  const conflicts = composition.notices.some(isError) ? [] : collectConflicts(model, composition);
  return {
    sources,
    agreement,
    composition,
    model,
    notices: [...sources.notices, ...notices, ...composition.notices, ...conflicts],
  };
}

function isError({ code }: Diagnostic): boolean {
  return CODES[code].exit > 0;
}
