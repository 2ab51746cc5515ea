/** A file that an emitter wants written. */

export interface OutputFile {
  /** Relative to the output directory, with forward slashes: `capabilities/dev/proto/shopping/checkout.ts`. */
  readonly path: string;
  readonly content: string;
  /** A remark to print once it is written. */
  readonly note?: string;
}
