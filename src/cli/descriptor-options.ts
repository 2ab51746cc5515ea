/** The options that choose the form of tool descriptors, for `generate` and `list`. */

import { InvalidArgumentError, Option } from "commander";
import { DEFAULT_FORM } from "../emit/descriptor-form.js";
import type { OptionGroup } from "./shared-options.js";

export function descriptorOptions(): OptionGroup {
  return {
    heading: "MCP tools:",
    options: [
      new Option(
        "--tool-schemas <form>",
        "Whether equal schemas of a tool stand once in its $defs, as by default, or inline, for hosts that read no $ref",
      ).choices(["shared", "inline"]),
      new Option(
        "--tool-descriptions <levels>",
        `Levels of members below the arguments that have a description: a number, all or none (default: ${DEFAULT_FORM.descriptions})`,
      ).argParser(parseLevels),
      new Option(
        "--tool-results",
        "Give each tool an outputSchema, for programs that check results",
      ),
    ],
  };
}

function parseLevels(text: string): number {
  if (text === "all") return ALL;
  if (text === "none") return 0;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of levels, all or none.");
}

/** Arguments have fewer levels: more are refused. */
const ALL = 999;
