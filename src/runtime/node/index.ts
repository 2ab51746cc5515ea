/** Runs a server on Node (§4.2, §5.7: https, at least TLS 1.3). */

export type { CloseOptions } from "./closing.js";
export type { ListenerLimits } from "./listener-limits.js";
export {
  serveNode,
  type NodeServer,
  type ServeNodeOptions,
  type TlsOptions,
} from "./serve-node.js";
export { toNodeHandler, type NodeHandler } from "./to-node-handler.js";
