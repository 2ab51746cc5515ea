/** In: a draft of a release. Out: the tree that is generated for it, or why there is none. Nothing touches the disk. */

import type { Json } from "@proto-gen/runtime/json";
import { startEmit } from "../../../src/emit/emit.js";
import type { Emitter } from "../../../src/emit/emitter.js";
import type { OutputFile } from "../../../src/emit/output-file.js";
import { ProtoGenError } from "../../../src/errors.js";
import { interpretSources } from "../../../src/interpret.js";
import { readDocument } from "../../../src/load/document.js";
import { loadFrom } from "../../../src/load/load-from.js";
import { readProfile } from "../../../src/load/side.js";
import type { Reader } from "../../../src/load/reader.js";
import type { Model } from "../../../src/model/model.js";
import { checkPaths } from "../../../src/write/output-paths.js";
import { MANIFEST_PATH } from "../../../src/write/manifest.js";
import type { Draft } from "./places.js";

export type Outcome =
  | { readonly kind: "tree"; readonly files: readonly OutputFile[] }
  /** One of the table's codes, which points at what its author wrote. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  /** What the command line would call a defect of the tool: exit 70. */
  | { readonly kind: "defect"; readonly message: string };

export async function outcomeOf(
  draft: Draft,
  only?: readonly string[],
  emitters?: readonly Emitter[],
): Promise<Outcome> {
  return outcome(async () => {
    const run = startEmit(only, emitters);
    const files = await run.emit(await modelOf(draft)).finally(() => run.close());
    checkPaths(files, MANIFEST_PATH);
    return files;
  });
}

/** The same before anything is printed. */
export async function understood(draft: Draft): Promise<Outcome> {
  return outcome(async () => {
    await modelOf(draft);
    return [];
  });
}

async function modelOf(draft: Draft): Promise<Model> {
  const profile = readProfile(readDocument("profile.json", "profile.json", bytesOf(draft.profile)));
  return interpretSources(await loadFrom(readerOf(draft), profile), {}).model;
}

async function outcome(make: () => Promise<readonly OutputFile[]>): Promise<Outcome> {
  try {
    return { kind: "tree", files: await make() };
  } catch (error) {
    if (error instanceof ProtoGenError && error.exitCode !== 70)
      return { kind: "refused", code: error.diagnostics[0]?.code ?? "", message: error.message };
    return {
      kind: "defect",
      message: error instanceof Error ? (error.stack ?? "") : String(error),
    };
  }
}

function readerOf({ documents }: Draft): Reader {
  const read = new Map<string, ReturnType<typeof readDocument>>();
  return {
    async read(uri) {
      if (!Object.hasOwn(documents, uri)) return undefined;
      const document = read.get(uri) ?? readDocument(uri, uri, bytesOf(documents[uri] as Json));
      read.set(uri, document);
      return document;
    },
  };
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
