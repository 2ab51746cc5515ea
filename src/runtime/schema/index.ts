/** Validation at run time: the interface of validators, and the issues that they report. */

export { Issue, type Attribution, type IssueCode } from "./issue.js";
export {
  ValidationError,
  type Validator,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from "./validator.js";
export { subset, type Surface, type SurfacePart, type SurfaceView } from "./surface.js";
