/** Runs a server on Node (§4.2, §5.7: https, at least TLS 1.3). */

export { type NodeServer, type ServeNodeOptions, serveNode } from "./serve-node.js";
export { startBusiness } from "./start-business.js";
export { toNodeHandler } from "./to-node-handler.js";
