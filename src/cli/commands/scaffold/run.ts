/** Runs `proto-gen scaffold`. */

import { existsSync } from "node:fs";
import path from "node:path";
import type { CodeForm } from "../../../emit/code-form.js";
import { CODES, failure, type ExitCode } from "../../../errors.js";
import type { Interpretation } from "../../../interpretation.js";
import { hasServer } from "../../../model/model.js";
import { hasCode, scaffold, type ScaffoldResult } from "../../../scaffold/scaffold.js";
import { pathLine, type Line } from "../../../text/line.js";
import { openUserFile, type UserFile } from "../../../write/user-file.js";
import { writtenForm } from "../../../write/written-form.js";
import { directoryName } from "../../directory.js";
import type { Host } from "../../host.js";
import { readInput } from "../../read-input.js";
import type { Reporter } from "../../reporter.js";
import { requirePeer } from "../../require-peer.js";
import type { ScaffoldFlags } from "./command.js";
import { scaffoldReport } from "./report.js";
import { addedText, differenceLines, missingDiagnostic, upToDateText } from "./text.js";

export async function run(flags: ScaffoldFlags, host: Host): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  requireTypeScript(flags.into);
  const file = openUserFile(flags.into);
  if (hasCode(file.text))
    requirePeer({ name: "ts-morph", who: "scaffold, to add handlers to a module," }, host);
  await readInput(flags, host, async (input, reporter) => {
    exitCode = await addHandlers({ flags, file }, input, reporter);
  });
  return exitCode;
}

/** @throws ProtoGenError USAGE_INTO */
function requireTypeScript(into: string): void {
  if (/(?<!\.d)\.[cm]?tsx?$/.test(into)) return;
  throw failure("USAGE_INTO", `${into} is not the name of a TypeScript module`);
}

async function addHandlers(
  { flags, file }: { readonly flags: ScaffoldFlags; readonly file: UserFile },
  { model, notices }: Interpretation,
  reporter: Reporter,
): Promise<ExitCode> {
  const { into, generated, check = false, dryRun = false, json = false } = flags;
  if (!hasServer(model))
    throw failure("SCAFFOLD_NO_OPERATION", "the profile leaves no operation to serve");
  const { importExtension, language } = writtenForm(generated);
  const input = { model, file: into, text: file.text, generated, importExtension };
  const scaffolding = await scaffold(input);
  const isChanged = scaffolding.added.length > 0;
  const missing = check && isChanged ? [missingDiagnostic(flags, scaffolding)] : [];
  const warnings = [...notices, ...scaffolding.notices];
  if (isChanged && !check && !dryRun) file.replace(scaffolding.text);
  if (isChanged && dryRun && !json)
    reporter.data(...differenceLines(file.text ?? "", scaffolding.text));
  reporter.diagnostics([...missing, ...warnings]);
  const written = { isNew: file.text === undefined, language };
  for (const note of notesOn(flags, scaffolding, written)) reporter.note(note);
  if (json) reporter.json(scaffoldReport(flags, scaffolding, { missing, warnings }));
  return missing.length === 0 ? 0 : CODES.SCAFFOLD_MISSING.exit;
}

interface WrittenModules {
  readonly isNew: boolean;
  /** Of the generated modules. */
  readonly language: CodeForm["language"];
}

function notesOn(
  flags: ScaffoldFlags,
  scaffolding: ScaffoldResult,
  { isNew, language }: WrittenModules,
): Line[] {
  const { generated, check = false } = flags;
  if (scaffolding.added.length === 0) return [upToDateText(flags, scaffolding)];
  const server = `server.${language}`;
  const isGenerated = existsSync(path.join(generated, server));
  return [
    ...(check ? [] : [addedText(flags, scaffolding, isNew)]),
    ...(isGenerated
      ? []
      : [pathLine(directoryName(generated), ` has no ${server} yet: run proto-gen as well`)]),
  ];
}
