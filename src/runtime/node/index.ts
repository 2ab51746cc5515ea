/** Runs a server on Node (§4.2, §5.7: https, at least TLS 1.3). */

export type { CloseOptions } from "./in-flight.js";
export {
  serveNode,
  type NodeServer,
  type ServeNodeOptions,
  type TlsOptions,
  type ListenerLimits,
} from "./serve-node.js";
export { toNodeHandler, type NodeHandler } from "./to-node-handler.js";
