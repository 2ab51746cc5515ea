/** The command lines of the examples. In: what differs. Out: a line that can be typed. */

const INPUT = "--profile ./profile.json --schemas ./schemas=https://example.com/schemas";

/** What brings the codes that say no other command. */
export const GENERATE = `proto-gen ${INPUT}`;

/** A command with the options of input, and more. */
export function commandLine(command: string, more = ""): string {
  return ["proto-gen", command, INPUT, more].filter((part) => part !== "").join(" ");
}
