/** Validation at run time: the interface of validators, and the issues that they report. */

export { isEmail } from "../formats/host.js";
export { type Surface, subset } from "./surface.js";
export type { Issue, Validator } from "./validator-interface.js";
export { ValidationError } from "./validator.js";
