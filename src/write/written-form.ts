/** The form of a directory's generated modules, as its manifest records it. */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Json } from "@proto-gen/runtime/json";
import { DEFAULT_CODE, IMPORT_EXTENSIONS, LANGUAGES, type CodeForm } from "../emit/code-form.js";
import { MANIFEST_PATH, parseManifest } from "./manifest.js";

/** @returns the default form where nothing is generated yet */
export function writtenForm(directory: string): CodeForm {
  const file = path.join(directory, MANIFEST_PATH);
  const manifest = existsSync(file) ? parseManifest(readFileSync(file, "utf8")) : undefined;
  const recorded = (manifest?.options["code"] ?? {}) as Readonly<Record<string, Json>>;
  return {
    language: LANGUAGES.find((each) => each === recorded["language"]) ?? DEFAULT_CODE.language,
    importExtension:
      IMPORT_EXTENSIONS.find((each) => each === recorded["importExtension"]) ??
      DEFAULT_CODE.importExtension,
  };
}
