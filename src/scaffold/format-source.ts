/** prettier, for code that enters the user's own files: by the user's configuration where there is one. */

import { format, resolveConfig, type Options } from "prettier";
import { diagnostic, type Diagnostic } from "../errors.js";

export interface FormattedSource {
  readonly text: string;
  readonly notices: readonly Diagnostic[];
}

export interface FormatOptions {
  /** Apply where the user's configuration sets nothing. */
  readonly defaults?: Options;
  /** Apply whatever the user's configuration sets. */
  readonly overrides?: Options;
}

export async function formatSource(
  file: string,
  text: string,
  { defaults = {}, overrides = {} }: FormatOptions = {},
): Promise<FormattedSource> {
  const fixed = { filepath: file, parser: "typescript", ...overrides } as const;
  try {
    const configured = await resolveConfig(file, { editorconfig: true });
    return { text: await format(text, { ...defaults, ...configured, ...fixed }), notices: [] };
  } catch (error) {
    const notice = diagnostic("SCAFFOLD_PRETTIER_CONFIG", firstLine(error));
    return { text: await format(text, { ...defaults, ...fixed }), notices: [notice] };
  }
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}
