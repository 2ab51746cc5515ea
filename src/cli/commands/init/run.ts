/** Runs `proto-gen init`. */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { failure, ProtoGenError, type ExitCode } from "../../../errors.js";
import type { Interpretation } from "../../../interpretation.js";
import { hasServer } from "../../../model/model.js";
import { packageDirectory } from "../../../load/schema-root.js";
import { starterOptions } from "../../../starter/options.js";
import { reasonOf } from "../../../write/output-directory.js";
import { directoryName } from "../../directory.js";
import type { Host } from "../../host.js";
import { interpretOptions } from "../../interpret-options.js";
import { readInput } from "../../read-input.js";
import type { InitFlags } from "./command.js";
import { fillProject } from "./fill-project.js";
import { findInstallation } from "./installation.js";
import { placeNew, placeWithin } from "./place-project.js";
import { projectSources } from "./project-sources.js";
import { initReport } from "./report.js";
import { nextSteps } from "./text.js";

/** An empty directory may have a Git history. */
const ALLOWED_ENTRIES = new Set([".git"]);
/** The profile of those who have none yet. */
const SAMPLE = path.join(packageDirectory(), "templates", "storefront", "profile.json");

export async function run(flags: InitFlags, host: Host): Promise<ExitCode> {
  const { directory, json = false, profile = SAMPLE } = flags;
  const name = directoryName(directory);
  const target = path.resolve(directory);
  const starter = starterOptions(flags);
  const place = (await existsEmpty(target, name)) ? placeWithin : placeNew;
  const installation = findInstallation(host.env);
  const inputFlags = { ...flags, profile };
  await readInput(inputFlags, host, async (input, reporter) => {
    if (!hasServer(input.model))
      throw failure("SCAFFOLD_NO_OPERATION", "the profile leaves no operation to serve");
    const given = await interpretOptions(inputFlags, { host, reporter });
    // The project's own profile is written as overlays have made it.
    const overlays = schemaOverlays(input, given.overlays);
    const options = { ...given, overlays };
    const project = {
      ...{ input, options, target, starter, installation },
      generate: await host.loadGenerate(),
      interpret: await host.loadInterpret(),
      sources: projectSources({ ...flags, overlay: overlays }, target),
    };
    try {
      await place(target, (temporary) => fillProject(temporary, project));
    } catch (error) {
      // An error of the operating system is not a defect of this tool.
      if (error instanceof ProtoGenError || !isErrno(error)) throw error;
      throw failure("WRITE_FAILED", `${name}: ${reasonOf(error)}`);
    }
    reporter.finish();
    reporter.diagnostics(input.notices);
    if (json) reporter.json(initReport(name, installation));
    else reporter.data(...nextSteps(name, installation));
  });
  return 0;
}

/** The overlays that change something else than profiles. */
function schemaOverlays(
  { sources: { inputs } }: Interpretation,
  overlays: readonly string[] = [],
): readonly string[] {
  const used = new Set(
    inputs.flatMap(({ overlaid }) => overlaid?.overlays.map(({ file }) => file) ?? []),
  );
  return overlays.filter((each) => used.has(each));
}

/**
 * @returns false if the directory does not exist
 * @throws ProtoGenError USAGE_INIT for a file, and for a directory with files: nothing is overwritten
 */
async function existsEmpty(target: string, name: string): Promise<boolean> {
  if (!existsSync(target)) return false;
  const entries = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") throw failure("USAGE_INIT", `${name} is not a directory`);
    throw error;
  });
  const obstacle = entries.find((entry) => !ALLOWED_ENTRIES.has(entry));
  if (obstacle !== undefined)
    throw failure("USAGE_INIT", `${name} is not empty: it has ${obstacle}`);
  return true;
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
