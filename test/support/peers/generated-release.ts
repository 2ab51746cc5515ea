/** The code generated for a release and a platform that supports all of it but mandates, which need a buyer who signs. */

import { generate } from "../../../src/generate.js";
import { writeEmitted } from "../emitted.js";
import type { Release } from "../published.js";
import { capabilityNames, type ReleaseDocuments } from "./release-documents.js";

export interface GeneratedRelease {
  /** The directory with the files. */
  readonly directory: string;
  /** The content of a file; empty where there is none. */
  text(path: string): string;
}

/** @param out the directory below `test/.out` */
export async function generateRelease(
  { profile, schemas }: Release,
  documents: ReleaseDocuments,
  out: string,
): Promise<GeneratedRelease> {
  const capabilities = capabilityNames(documents).filter((name) => !isMandate(name));
  const { files } = await generate({ profile, schemas, capabilities });
  return {
    directory: writeEmitted(out, files),
    text: (path) => files.find((each) => each.path === path)?.content ?? "",
  };
}

export function isMandate(capability: string): boolean {
  return capability.endsWith(".ap2_mandate");
}
