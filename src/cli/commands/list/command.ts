/** `proto-gen list`. */

import { configuredDescriptors, configuredInput } from "../../configured.js";
import type { CommandDefinition } from "../../define-command.js";
import type { DescriptorFlags } from "../../descriptor-flags.js";
import { descriptorOptions } from "../../descriptor-options.js";
import { inputOptions, requireProfile, type InputFlags } from "../../shared-options.js";

export interface ListFlags extends InputFlags, DescriptorFlags {}

const FOOTER = `
Shows what would be generated: the active capabilities, those that were pruned and
why, and for each service its endpoints and operations, with their request and
response types in index.ts, their REST routes, and the size of the MCP tool
descriptors that an agent has to read. Last come the facts that the release states
in prose alone, such as the shape of a tool's result: --fact overrides them.

Examples:
  What a business offers:
    $ proto-gen list --profile ./profile.json
  What it has in common with one platform, what is lost, and why:
    $ proto-gen list --profile ./profile.json --platform ./platform.json
  The tools, by the size of their descriptors:
    $ proto-gen list --profile ./profile.json --json |
        jq '[.services[].operations[].mcp | values] | sort_by(-.bytes)'

Nothing is written. Warnings go to stderr. Exit codes: see proto-gen --help.
`;

export const listCommand: CommandDefinition<ListFlags> = {
  name: "list",
  description: "Show the active capabilities, what was pruned and why, and the operations",
  usage: "--profile FILE [options]",
  options: [inputOptions(), descriptorOptions()],
  footer: FOOTER,
  configured: (settings) => ({ ...configuredInput(settings), ...configuredDescriptors(settings) }),
  parse: requireProfile,
};
