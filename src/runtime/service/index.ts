/** What a service offers, as generated code describes it: its operations and its tools. */

export type {
  Operation,
  OperationMap,
  Service,
  SurfacePlace,
  Verb,
  WireParameter,
} from "./operation.js";
export type { ObjectSchema, Tool, ToolAnnotations } from "./tool.js";
