/** Command lines of the examples. */

const INPUT = "--profile ./profile.json --schemas ./schemas=https://example.com/schemas";

/** Reports the codes whose explanation names no other command. */
export const GENERATE = `proto-gen ${INPUT}`;

/** Reports the rules of lint. */
export const LINT = "proto-gen lint";

/** A command with the input options, and more. */
export function commandLine(command: string, more = ""): string {
  return ["proto-gen", command, INPUT, more].filter((part) => part !== "").join(" ");
}
