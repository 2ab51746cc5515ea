/** `proto-gen validate`. In: a payload's file and the options. Out: the exit code, after printing every issue. */

import { failure, type Diagnostic, type ExitCode } from "../../errors.js";
import type { Document } from "../../load/document.js";
import { parseRoot } from "../../load/roots.js";
import { typeSubject, type Subject } from "../../resolve/subject.js";
import { describedSubjects } from "../../validate/self-described.js";
import { validateNearest } from "../../validate/validate.js";
import type { ValidateFlags } from "../author-commands.js";
import { readFileSubject, viewChoice } from "../file-subject.js";
import type { Host } from "../host.js";
import { withProfile } from "../input-options.js";
import { createReporter } from "../reporter.js";
import { validateReport } from "./validate-report.js";
import { validateText } from "./validate-text.js";

export async function runValidate(
  name: string,
  flags: ValidateFlags,
  host: Host,
): Promise<ExitCode> {
  const reporter = createReporter(host, { quiet: false, verbose: false });
  checkFlags(flags);
  const { readPayload } = await import("./read-payload.js");
  const payload = await readPayload(name, host);
  const { subjects, notices } = await subjectsOf(payload, flags, host);
  notices.forEach(reporter.warning);
  const report = validateReport(payload, await validateNearest(payload, subjects), notices);
  if (flags.json === true) reporter.json(report);
  else reporter.data(validateText(report));
  return report.ok ? 0 : 1;
}

function checkFlags({ type, schema, def, request }: ValidateFlags): void {
  if (def !== undefined && schema === undefined)
    throw failure("USAGE", "--def is a part of a schema, and --schema is missing");
  if (type === undefined && schema === undefined && request === true)
    throw failure(
      "USAGE_UNKNOWN_PAYLOAD",
      "a request does not say what it is",
      undefined,
      "name its type with --type and --profile, or its schema with --schema",
    );
}

interface Chosen {
  readonly subjects: readonly [Subject, ...Subject[]];
  readonly notices: readonly Diagnostic[];
}

async function subjectsOf(payload: Document, flags: ValidateFlags, host: Host): Promise<Chosen> {
  const { type, schema, op, profile, platform, capabilities } = flags;
  const schemas = (flags.schemas ?? []).map(parseRoot);
  if (schema !== undefined) {
    const subject = await readFileSubject({ ...flags, schema });
    return { subjects: [subject], notices: subject.composition.sources.notices };
  }
  if (type === undefined) {
    const subjects = await describedSubjects(payload, {
      schemas,
      ...(op === undefined ? {} : { op }),
      ...(profile === undefined ? {} : { profile }),
      ...(capabilities === undefined ? {} : { capabilities }),
    });
    return { subjects, notices: [] };
  }
  const interpret = await host.loadInterpret();
  const input = await interpret({
    profile: withProfile(flags).profile,
    schemas,
    ...(platform === undefined ? {} : { platform }),
    ...(capabilities === undefined ? {} : { capabilities }),
  });
  return { subjects: [typeSubject(input, type, viewChoice(flags))], notices: input.notices };
}
