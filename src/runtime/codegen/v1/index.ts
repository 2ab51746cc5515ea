/**
 * What generated code of version 1 calls. Nobody writes against it: it changes with the generator. Names that end in
 * `Fails` or `Fail` tell whether a value fails, names in `Failed` report that it has.
 */

export { validator } from "../../schema/validator.js";
export type { Fails, Issues, Validator } from "../../schema/validator.js";
export type { ContestedMember, Visibilities, Visibility } from "../../schema/visibility.js";
export type { DeclaredMembers } from "../../schema/declared.js";
export type { Surface } from "../../schema/surface.js";
export * from "../../schema/rules.js";
export * from "../../formats/index.js";
export { activeValues } from "./active.js";
export type { ActiveCapabilities } from "./active.js";
export { evaluated, hasMarked, isEvaluated, markEvaluated, markMatching } from "./evaluated.js";
export type { Evaluated } from "./evaluated.js";
export {
  itemsFail,
  mapFails,
  memberFails,
  optionalItemsFail,
  optionalMapFails,
  optionalMemberFails,
} from "./members.js";
export { checkNested } from "./findings.js";
export { checkOnce, isUnique, madeOnce } from "./once.js";
export { by, enumFailed, failed, typeFailed, unionFailed } from "./report.js";
export {
  booleanFails,
  enumFails,
  formatFails,
  integerFails,
  nullableStringFails,
  objectFails,
  optionalBooleanFails,
  optionalEnumFails,
  optionalFormatFails,
  optionalIntegerFails,
  optionalNullableStringFails,
  optionalObjectFails,
  optionalPatternFails,
  optionalStringFails,
  patternFails,
  stringFails,
  stringItemFails,
} from "./scalars.js";
export { updateOf } from "./update.js";
export type { Kept, KeptMembers, Update } from "./update.js";
export {
  below,
  containsMatching,
  isArray,
  isInteger,
  isMultiple,
  isNumber,
  isObject,
  isOneOf,
  lengthOf,
  matchesOne,
  member,
  members,
  names,
} from "./values.js";
export type { Members } from "./values.js";
