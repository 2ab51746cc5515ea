/** A client's calls over MCP (§4.5), by the official client of `@modelcontextprotocol/client`. */

export { mcp } from "./mcp.js";
