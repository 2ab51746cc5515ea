/**
 * prettier, for what enters the user's own files. In: source text, the file it is for, what is known of its
 * style. Out: the text as prettier has it, by the user's configuration where there is one.
 */

import { format, resolveConfig, type Options } from "prettier";
import { diagnostic, type Diagnostic } from "../errors.js";

export interface Formatted {
  readonly text: string;
  readonly notices: readonly Diagnostic[];
}

/**
 * @param wanted holds where the user's configuration says nothing
 * @param forced holds whatever it says
 */
export async function formatFor(
  file: string,
  text: string,
  wanted: Options = {},
  forced: Options = {},
): Promise<Formatted> {
  const given = { filepath: file, parser: "typescript", ...forced } as const;
  try {
    const configured = await resolveConfig(file, { editorconfig: true });
    const options = { ...wanted, ...configured, ...given };
    return { text: await format(text, options), notices: [] };
  } catch (error) {
    const notice = diagnostic("SCAFFOLD_PRETTIER", firstLine(error));
    return { text: await format(text, { ...wanted, ...given }), notices: [notice] };
  }
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}
