/** `proto-gen resolve`. In: a schema's file or a type's name, and the options. Out: the exit code, after printing. */

import { existsSync } from "node:fs";
import { failure, type ExitCode } from "../../errors.js";
import { schemaDocument } from "../../resolve/schema-document.js";
import { typeSubject } from "../../resolve/subject.js";
import type { ResolveFlags } from "../author-commands.js";
import { readFileSubject, viewChoice } from "../file-subject.js";
import type { Host } from "../host.js";
import { readInput } from "../read-input.js";
import { createReporter } from "../reporter.js";

export async function runResolve(
  wanted: string,
  flags: ResolveFlags,
  host: Host,
): Promise<ExitCode> {
  const { profile, bundle = false } = flags;
  const choice = viewChoice(flags);
  if (isFile(wanted)) {
    const reporter = createReporter(host, { quiet: false, verbose: false });
    const subject = await readFileSubject({ ...flags, schema: wanted });
    subject.composition.sources.notices.forEach(reporter.warning);
    reporter.json(schemaDocument(subject, { bundle }));
    return 0;
  }
  if (profile === undefined)
    throw failure(
      "USAGE",
      `${wanted} is no file, and a type needs --profile FILE`,
      undefined,
      "name a schema's file, or the profile that has the type",
    );
  await readInput({ ...flags, profile }, host, (input, reporter) => {
    const subject = typeSubject(input, wanted, choice);
    input.notices.forEach(reporter.warning);
    reporter.json(schemaDocument(subject, { bundle }));
  });
  return 0;
}

/** A name of a type has neither a slash nor the end of a file's name. */
function isFile(wanted: string): boolean {
  const [file = ""] = wanted.split("#");
  return /[/\\]|\.json$/.test(file) || wanted.includes("#") || existsSync(file);
}
