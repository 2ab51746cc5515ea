/** The result of the pipeline up to the model. */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import type { Composition } from "./compose/compose.js";
import type { Diagnostic } from "./errors.js";
import type { AppliedOverlay } from "./load/document.js";
import type { LeftOutEntry } from "./load/side.js";
import type { Sources } from "./load/sources.js";
import type { Model } from "./model/model.js";

export interface Interpretation {
  readonly sources: Sources;
  readonly agreement: Agreement;
  readonly composition: Composition;
  readonly model: Model;
  readonly notices: readonly Diagnostic[];
  /** How many findings were accepted, and are not among the notices. */
  readonly accepted?: number;
  /** All that were given, in their order. */
  readonly overlays?: readonly AppliedOverlay[];
  /** Entries of profiles that are not used, for what a run records and shows. */
  readonly leftOut?: readonly LeftOutEntry[];
}
