/** The options that several commands share, and what all of them check in the same way. */

import { InvalidArgumentError, Option } from "commander";
import { failure } from "../errors.js";

/** Heading of the options that print something and run nothing. */
export const OTHER = "Other:";

export interface OptionGroup {
  readonly heading: string;
  readonly options: readonly Option[];
}

/** The options that choose a profile, as commander gives them. */
export interface InputFlags {
  readonly profile: string;
  readonly platform?: string;
  readonly capabilities?: readonly string[];
  readonly schemas?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** @param more options that only the calling command has */
export function inputOptions(...more: readonly Option[]): OptionGroup {
  return {
    heading: "Input:",
    options: [
      new Option("--profile <file>", "Profile to read"),
      new Option("--platform <file>", "Profile of the other side: keep only what both support"),
      new Option("--capabilities <list>", "Keep only these capabilities: A,B@2026-11-20").argParser(
        parseNameList,
      ),
      schemasOption(),
      ...more,
    ],
  };
}

export function schemasOption(
  description = "Search DIR for schemas by $id, or by URL with DIR=URL-PREFIX (repeatable)",
): Option {
  return new Option("--schemas <dir>", description).argParser(appendValue);
}

export function messageOptions(...options: readonly Option[]): OptionGroup {
  return { heading: "Messages:", options };
}

export function jsonOption(
  description = "Print the result, or the errors, as JSON on stdout",
): Option {
  return new Option("--json", description);
}

export function quietOption(description = "Print nothing but errors"): Option {
  return new Option("--quiet", description);
}

export function helpOption(): Option {
  return new Option("-h, --help", "Print this help").helpGroup(OTHER);
}

export function parseNameList(text: string, previous: readonly string[] = []): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes(""))
    throw new InvalidArgumentError("It must be a list of names, separated by commas.");
  return [...previous, ...names];
}

/** Parser of an option that may be repeated. */
export function appendValue(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/**
 * Commander would report a required option that is missing before one that is misspelt.
 * @throws ProtoGenError USAGE
 */
export function requireProfile<Flags extends { readonly profile?: string }>(
  flags: Flags,
): Flags & { readonly profile: string } {
  const { profile } = flags;
  if (profile === undefined) throw failure("USAGE", "--profile FILE is missing");
  return { ...flags, profile };
}
