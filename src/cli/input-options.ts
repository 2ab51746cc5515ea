/** Options that every command has. In: a command. Out: the command with them, and what they were given. */

import { InvalidArgumentError, type Command } from "commander";
import { failure } from "../errors.js";
import { didYouMean } from "../text/nearest.js";

/** Heading of the options that say nothing of the run. */
export const OTHER = "Other:";

export function addInputOptions(command: Command): void {
  command
    .optionsGroup("Input:")
    .option("--profile <file>", "profile to generate for")
    .option("--platform <file>", "the other side's profile; only what both support is generated")
    .option("--capabilities <list>", "only these capabilities: A,B@2026-11-20", nameList)
    .option(
      "--schemas <dir>",
      "more schemas: DIR, found by $id, or DIR=URL-PREFIX (repeatable)",
      collect,
    );
}

export function nameList(text: string, previous: readonly string[] = []): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes(""))
    throw new InvalidArgumentError("It is a list of names with commas between them.");
  return [...previous, ...names];
}

/** An option that is given several times. */
export function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Commander would ask for a required option before it looks at a misspelt one. */
export function withProfile<Flags extends { readonly profile?: string }>(
  flags: Flags,
): Flags & { readonly profile: string } {
  const { profile } = flags;
  if (profile === undefined) throw failure("USAGE", "--profile FILE is missing");
  return { ...flags, profile };
}

/** @throws ProtoGenError USAGE for an argument too many */
export function rejectArguments([surplus]: readonly string[], program: Command): void {
  if (surplus === undefined) return;
  const commands = program.commands.map((command) => command.name());
  const meant = program.commands.find((command) => command.name() === surplus);
  // Options before a command's name are taken for those of the default one.
  if (meant !== undefined)
    throw failure(
      "USAGE",
      `${surplus} must come before the options`,
      undefined,
      `proto-gen ${surplus} ${meant.usage().replace(/ \[options\]$/, "")}`,
    );
  throw failure(
    "USAGE",
    `${surplus} is no command, and no option takes it`,
    undefined,
    didYouMean(surplus, commands),
  );
}
