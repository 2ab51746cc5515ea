/** The modules of types that only calls of one transport use. Their types are not re-exported by other modules. */

export const TOOLS_MODULE = "mcp-tools";

export const EMBEDDED_MODULE = "embedded";

/** Each such module's path, and the summary that is printed at its head. */
export const CALL_MODULES: ReadonlyMap<string, string> = new Map([
  [TOOLS_MODULE, "The tools of the service (§4.5): what each takes and gives."],
  [EMBEDDED_MODULE, "The messages of the embedded transport (§1.3): what each carries."],
]);
