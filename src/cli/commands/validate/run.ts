/** Runs `proto-gen validate`. */

import { failure, type Diagnostic, type ExitCode } from "../../../errors.js";
import type { Document } from "../../../load/document.js";
import { openOverlays, reportUnused } from "../../../load/overlay/overlays.js";
import { parseRoot } from "../../../load/schema-root.js";
import { typeSubject, type Subject } from "../../../resolve/subject.js";
import { resolveDescribedSubjects } from "../../../validate/self-described.js";
import { noteOmittedMembers } from "../../../validate/omitted-members.js";
import { requireRules } from "../../../validate/require-rules.js";
import { validateNearest } from "../../../validate/validate.js";
import type { Host } from "../../host.js";
import { interpretOptions, refuseAccess } from "../../interpret-options.js";
import { readFileSubject } from "../../read-file-subject.js";
import { acceptedLines } from "../../report.js";
import { createReporter } from "../../reporter.js";
import { requireProfile } from "../../shared-options.js";
import { viewChoice } from "../../view-options.js";
import type { ValidateFlags } from "./command.js";
import { readPayload } from "./read-payload.js";
import { validateReport } from "./report.js";
import { issuesText, validText } from "./text.js";

export async function run(flags: ValidateFlags, host: Host): Promise<ExitCode> {
  const reporter = createReporter(host, { quiet: flags.quiet === true });
  requireSubject(flags);
  const payload = await readPayload(flags.payload, host);
  const { subjects, notices, accepted } = await resolveSubjects(payload, flags, host);
  const validation = await validateNearest(payload, subjects);
  const warnings = [...notices, ...noteOmittedMembers(payload, validation.subject)];
  reporter.diagnostics(warnings);
  acceptedLines(accepted).forEach(reporter.note);
  const report = validateReport(payload, validation, warnings);
  if (flags.json === true) reporter.json(report);
  else if (report.ok) reporter.data(validText(report));
  else reporter.findings(issuesText(report, reporter.paint));
  return report.ok ? 0 : 1;
}

/** @throws ProtoGenError USAGE, USAGE_UNKNOWN_PAYLOAD */
function requireSubject({ type, schema, def, request }: ValidateFlags): void {
  if (def !== undefined && schema === undefined)
    throw failure("USAGE", "--def needs --schema, which is missing");
  if (type === undefined && schema === undefined && request === true)
    throw failure("USAGE_UNKNOWN_PAYLOAD", "a request does not name its type", {
      hint: "name its type with --type and --profile, or its schema with --schema",
    });
}

interface SubjectChoice {
  /** The payload is validated against the one that it fits best. */
  readonly subjects: readonly [Subject, ...Subject[]];
  readonly notices: readonly Diagnostic[];
  readonly accepted?: number | undefined;
}

async function resolveSubjects(
  payload: Document,
  flags: ValidateFlags,
  host: Host,
): Promise<SubjectChoice> {
  const { type, schema } = flags;
  if (schema !== undefined) {
    const subject = await readFileSubject({ ...flags, schema });
    requireRules(subject);
    return { subjects: [subject], notices: subject.composition.sources.notices };
  }
  if (type !== undefined) return resolveType(type, flags, host);
  refuseAccess(flags);
  return resolveDescribed(payload, flags);
}

async function resolveDescribed(
  payload: Document,
  { op, profile, capabilities, schemas = [], overlay }: ValidateFlags,
): Promise<SubjectChoice> {
  const overlays = await openOverlays(overlay);
  const subjects = await resolveDescribedSubjects(payload, {
    schemas: schemas.map(parseRoot),
    ...{ overlays, op, profile, capabilities },
  });
  const read = subjects.flatMap(({ composition: { sources } }) => [
    sources.profile.document,
    ...sources.inputs,
  ]);
  return { subjects, notices: reportUnused(overlays, read, true) };
}

async function resolveType(type: string, flags: ValidateFlags, host: Host): Promise<SubjectChoice> {
  // Its stages are too short to be shown.
  const reporter = { stage: (): void => {} };
  const interpret = await host.loadInterpret();
  const input = await interpret(await interpretOptions(requireProfile(flags), { host, reporter }));
  const { notices, accepted } = input;
  return { subjects: [typeSubject(input, type, viewChoice(flags))], notices, accepted };
}
