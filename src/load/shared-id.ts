/** Tells of two files that have one `$id`, and different contents. */

import { diagnostic, type Diagnostic } from "../errors.js";
import { locateSource, type SourceText } from "./document.js";

/** Two files with one `$id`. */
export interface SharedId {
  readonly id: string;
  /** The file that references to the `$id` lead to. */
  readonly taken: SourceText;
  readonly other: SourceText;
}

export function sharedIdDiagnostic({ id, taken, other }: SharedId): Diagnostic {
  const message = `$id ${id} is also that of ${taken.file}, to which references lead`;
  const found = diagnostic("LOAD_ID_TWICE", message, { place: locateSource(other, "/$id") });
  const related = [{ message: "the other", place: locateSource(taken, "/$id") }];
  return Object.freeze({ ...found, related });
}
