/** What a service offers, as generated code describes it: its operations and its tools. */

export type {
  Operation,
  OperationMap,
  OperationTypes,
  OperationValidators,
  Service,
  SurfacePlace,
  TransportName,
  Verb,
  WireParameter,
} from "./operation.js";
export type { ObjectSchema, Tool, ToolAnnotations } from "./tool.js";
export {
  createSubsetValidators,
  type OperationChecks,
  perActiveSet,
  type SubsetValidators,
  viewAt,
} from "./subset-validators.js";
