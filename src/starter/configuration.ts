/** The configuration of a new business: what `proto-gen`, `--check`, `lint`, `diff`, `inspect` and `validate` read there without flags. */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Config } from "../config/config.js";

/** The directory of the generated code, below that of the project. */
export const GENERATED = "src/generated";

/** What a profile needs beside itself, with paths that are relative to the project. */
export interface ProjectSources extends Pick<
  Config,
  "schemas" | "overlays" | "accept" | "facts" | "payment" | "development"
> {
  /** The directories of schemas that are the project's own. */
  readonly own: readonly string[];
}

export interface ConfigurationOptions {
  readonly minimal: boolean;
}

/** Without members that say nothing, as the file has it. */
export function projectConfiguration(
  sources: ProjectSources,
  { minimal }: ConfigurationOptions,
): JsonObject {
  const { own, ...members } = sources;
  const config = {
    profile: "./profile.json",
    ...members,
    out: `./${GENERATED}`,
    handlers: `./src/${minimal ? "main" : "handlers"}.ts`,
    // Without schemas of its own, a project has nothing to lint, which is no error.
    lint: { directories: own },
  } satisfies Config;
  return Object.fromEntries(
    Object.entries(config).filter(([, value]) => !isEmpty(value)),
  ) as JsonObject;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === false;
}
