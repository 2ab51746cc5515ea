/** The MCP transport of a server (§4.5), based on the official `@modelcontextprotocol/server`. */

export { mcpTransport } from "./mcp-transport.js";
