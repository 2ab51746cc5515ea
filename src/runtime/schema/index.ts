/** Validation at run time: the interface of validators, and the issues that they report. */

export { isDateTime } from "../formats/date-time.js";
export { isEmail } from "../formats/email.js";
export { isUri } from "../formats/uri.js";
export { Issue } from "./issue.js";
export { type Surface, subset } from "./surface.js";
export { type StandardSchema, ValidationError, type Validator } from "./validator.js";
