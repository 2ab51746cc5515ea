/** Validation at run time: the interface of validators, and the issues that they report. */

export { isEmail } from "../formats/host.js";
export { Issue } from "./issue.js";
export { type Surface, subset } from "./surface.js";
export { type StandardSchema, ValidationError, type Validator } from "./validator.js";
