/** The MCP transport of a client (§4.5), based on the official `@modelcontextprotocol/client`. */

export { mcp } from "./mcp.js";
