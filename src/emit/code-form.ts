/** The language of generated modules, and what their imports of one another end in. */

import { failure } from "../errors.js";
import type { ImportExtension } from "../source/module-scope.js";

export interface CodeForm {
  /** With `js`, each module is JavaScript, with its declarations beside it. */
  readonly language: "ts" | "js";
  /** `ts` and `none` are for those who run or bundle TypeScript as it is. */
  readonly importExtension: ImportExtension;
}

export const LANGUAGES = Object.freeze(["ts", "js"] as const);

export const IMPORT_EXTENSIONS = Object.freeze(["js", "ts", "none"] as const);

export const DEFAULT_CODE: CodeForm = Object.freeze({ language: "ts", importExtension: "js" });

export interface CodeFlags {
  readonly emit?: CodeForm["language"] | undefined;
  readonly importExtension?: ImportExtension | undefined;
}

/**
 * @returns undefined where it is the default
 * @throws ProtoGenError USAGE for JavaScript whose imports no engine resolves
 */
export function codeForm({
  emit: language = DEFAULT_CODE.language,
  importExtension = DEFAULT_CODE.importExtension,
}: CodeFlags): CodeForm | undefined {
  if (language === "js" && importExtension !== "js")
    throw failure("USAGE", `--emit js needs --import-extension js, not ${importExtension}`, {
      hint: "leave out --import-extension, or generate TypeScript",
    });
  return language === DEFAULT_CODE.language && importExtension === DEFAULT_CODE.importExtension
    ? undefined
    : { language, importExtension };
}
