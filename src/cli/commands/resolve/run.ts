/** Runs `proto-gen resolve`. */

import { failure, type ExitCode } from "../../../errors.js";
import { schemaDocument } from "../../../resolve/schema-document.js";
import { typeSubject } from "../../../resolve/subject.js";
import type { Host } from "../../host.js";
import { readFileSubject } from "../../read-file-subject.js";
import { readInput } from "../../read-input.js";
import { createReporter } from "../../reporter.js";
import { viewChoice } from "../../view-options.js";
import { namesFile, type ResolveFlags } from "./command.js";

export async function run(flags: ResolveFlags, host: Host): Promise<ExitCode> {
  const { target } = flags;
  if (namesFile(target)) await printFileSubject(flags, host);
  else await printTypeSubject(flags, host);
  return 0;
}

async function printFileSubject(flags: ResolveFlags, host: Host): Promise<void> {
  const { target, bundle = false, quiet = false } = flags;
  const reporter = createReporter(host, { quiet });
  const subject = await readFileSubject({ ...flags, schema: target });
  const document = schemaDocument(subject, { bundle });
  reporter.diagnostics(subject.composition.sources.notices);
  reporter.json(document);
}

async function printTypeSubject(flags: ResolveFlags, host: Host): Promise<void> {
  const { target, profile, bundle = false } = flags;
  if (profile === undefined)
    throw failure("USAGE", `${target} is not a file, and a type needs --profile FILE`, {
      hint: "name a schema's file, or the profile that has the type",
    });
  await readInput({ ...flags, profile }, host, (input, reporter) => {
    const subject = typeSubject(input, target, viewChoice(flags));
    const document = schemaDocument(subject, { bundle });
    reporter.diagnostics(input.notices);
    reporter.json(document);
  });
}
