/** Validation at run time: the interface of validators, and the issues that they report. */

export { Issue } from "./issue.js";
export type { Attribution, IssueCode } from "./issue.js";
export { ValidationError } from "./validator.js";
export type { Validator } from "./validator.js";
export type { StandardIssue, StandardResult, StandardSchema } from "./validator.js";
export { subset } from "./surface.js";
export type { Surface, SurfacePart, SurfaceView } from "./surface.js";
