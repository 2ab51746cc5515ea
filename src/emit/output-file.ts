/** A file that an emitter wants written. */

/** The record of a run, which stands beside its files. */
export const MANIFEST_PATH = "manifest.json";

export interface OutputFile {
  /** Relative to the output directory, with forward slashes: `capabilities/dev/proto/shopping/checkout.ts`. */
  readonly path: string;
  readonly content: string;
  /** A remark to print once it is written. */
  readonly note?: string;
}
