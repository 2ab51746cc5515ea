/** The files of directories: for what describes them, and for a bundler that watches files one by one. */

import { readdirSync } from "node:fs";
import path from "node:path";
import type { Sources } from "../target/target-sources.js";

export interface SourceFiles {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** @returns absolute paths, with everything below the directories; links are not followed */
export function listSourceFiles({ files, directories, passesOver }: Sources): SourceFiles {
  const foundFiles = [...files];
  const foundDirectories = [...directories];
  for (const directory of foundDirectories)
    for (const entry of entriesOf(directory)) {
      const at = path.join(directory, entry.name);
      if (passesOver(at)) continue;
      if (entry.isDirectory()) foundDirectories.push(at);
      else foundFiles.push(at);
    }
  return { files: foundFiles, directories: foundDirectories };
}

/** A directory may be removed at any time. */
function entriesOf(directory: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(directory);
  } catch {
    return [];
  }
}

function readEntries(directory: string) {
  return readdirSync(directory, { withFileTypes: true });
}
