/** The command line of the MCP inspector as a platform: a process for each call, which lists the tools and checks the result. */

import { agentHeader, type Caller, type CallerOptions } from "./release-caller.js";
import { argumentsOf, namesPlatform, resourceIn } from "./mcp-caller.js";

/** @param run the inspector with these arguments; it gives what that prints, which is JSON */
export function openInspector(
  options: CallerOptions,
  run: (args: readonly string[]) => Promise<unknown>,
): Caller & { listTools(): Promise<readonly string[]> } {
  const { documents, endpoint, platform } = options;
  const header = `${agentHeader(documents)}: profile="${platform}"`;
  const target = [
    ...["--cli", endpoint, "--transport", "http"],
    ...(namesPlatform(documents) ? [] : ["--header", header]),
  ];
  return {
    async listTools() {
      const { tools } = (await run([...target, "--method", "tools/list"])) as {
        readonly tools: readonly { readonly name: string }[];
      };
      return tools.map(({ name }) => name);
    },
    async call(call) {
      const { operation } = call;
      const given = Object.entries(argumentsOf(options, call)).flatMap(([name, value]) =>
        value === undefined ? [] : ["--tool-arg", `${name}=${JSON.stringify(value)}`],
      );
      const method = ["--method", "tools/call", "--tool-name", operation];
      const { structuredContent } = (await run([...target, ...method, ...given])) as {
        readonly structuredContent?: unknown;
      };
      const schema = documents.mcp(operation).answer;
      return { operation, status: 200, body: resourceIn(structuredContent), schema };
    },
    close: () => Promise.resolve(),
  };
}
