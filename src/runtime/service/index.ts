/** Services as generated code describes them: their operations, tools and the values of their release. */

export {
  changesState,
  methodName,
  type MethodName,
  type Operation,
  type OperationMap,
  type OperationTypes,
  type OperationValidators,
  type Service,
  type SurfacePlace,
  type TransportName,
  type Verb,
  type WireParameter,
  type RequestOf,
} from "./operation.js";
export type { MessageChecks } from "./embedded.js";
export type {
  EnvelopeExtra,
  EventForm,
  OrderLineForm,
  PaymentAnswer,
  PaymentMember,
  ReleaseValues,
  Severity,
} from "./release-values.js";
export { SPECIFICATION_FACTS, type ReleaseFacts } from "./release-facts.js";
export type { ObjectSchema, Tool, ToolAnnotations, ToolPart } from "./tool.js";
export {
  createSubsetValidators,
  type OperationChecks,
  perActiveSet,
  type SubsetValidators,
  viewAt,
} from "./subset-validators.js";
export type { WithoutMembers } from "./without-members.js";
