/**
 * Functions that generated code of version 1 calls. Do not call them directly: they change with the generator. Those
 * whose names end in `Stops` or `Stop` check a value and return true if validation stops (`Check`); those in `Failed`
 * report an issue, and return the same.
 */

export { validator, type Check, type Issues } from "../../schema/validator.js";
export type { Validator } from "../../schema/validator-interface.js";
export type { DeclaredMembers } from "../../schema/declared.js";
export type { Surface, ContestedMember, Visibilities, Visibility } from "../../schema/surface.js";
export * from "../../schema/rules.js";
export * from "../../formats/index.js";
export type { MessageChecks, ObjectSchema, Tool, ToolPart } from "../../service/tool.js";
export type {
  Operation,
  OperationMap,
  OperationTypes,
  OperationValidators,
  RequestOf,
  Service,
  TransportName,
  WireParameter,
  WithoutMembers,
} from "../../service/operation.js";
export type { ReleaseValues } from "../../service/release-values.js";
export type { OperationChecks } from "../../service/subset-validators.js";
export {
  activeValues,
  evaluated,
  hasMarked,
  isEvaluated,
  markEvaluated,
  markMatching,
  type Evaluated,
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
  type ActiveCapabilities,
  type Members,
} from "./values.js";
export {
  itemsStop,
  mapStops,
  memberStops,
  optionalItemsStop,
  optionalMapStops,
  optionalMemberStops,
} from "./members.js";
export { checkNested, by, enumFailed, failed, typeFailed, unionFailed } from "./report.js";
export { checkOnce, isUnique, madeOnce } from "./once.js";
export {
  booleanStops,
  enumStops,
  formatStops,
  integerStops,
  nullableStringStops,
  objectStops,
  optionalBooleanStops,
  optionalEnumStops,
  optionalFormatStops,
  optionalIntegerStops,
  optionalNullableStringStops,
  optionalObjectStops,
  optionalPatternStops,
  optionalStringStops,
  patternStops,
  stringStops,
  stringItemStops,
} from "./scalars.js";
export { updateOf, type Kept, type KeptMembers, type Update } from "./update.js";
