/** Validation at run time: what generated checks call, and what their validators offer. */

export { Issue } from "./issue.js";
export type { Attribution, IssueCode } from "./issue.js";
export {
  booleanFails,
  by,
  checkString,
  eachItem,
  fail,
  failEnum,
  failType,
  failUnion,
  formatFails,
  integerFails,
  optionalBooleanFails,
  optionalEachItem,
  optionalFormatFails,
  optionalIntegerFails,
  optionalStringFails,
  optionalWithin,
  stringFails,
  ValidationError,
  validator,
  within,
  withinMember,
} from "./validator.js";
export type { Check, Issues, Validator } from "./validator.js";
export type { StandardIssue, StandardResult, StandardSchema } from "./standard-schema.js";
export { evaluated, isEvaluated, markEvaluated, markMatching } from "./evaluated.js";
export type { Evaluated } from "./evaluated.js";
export {
  below,
  containsMatching,
  isArray,
  isInteger,
  isMultiple,
  isNumber,
  isObject,
  isOneOf,
  isUnique,
  lengthOf,
  matchesOne,
  member,
  members,
  names,
} from "./values.js";
export type { Members } from "./values.js";
export * from "./formats/index.js";
export { subset } from "./surface.js";
export type { Surface, SurfacePart, SurfaceView } from "./surface.js";
export type { ContestedMember, Visibilities, Visibility } from "./visibility.js";
