/** Calls over MCP (§4.5): a transport of the server, on `@modelcontextprotocol/server`. */

export { mcp } from "./mcp-transport.js";
