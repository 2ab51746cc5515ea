import type { DocumentPosition } from "../load/document.js";
import type { Definition } from "../model/node.js";

/** A value in a profile, and the definition that its release has for it. */
export interface DescribedValue extends DocumentPosition {
  readonly definition: Definition;
}
