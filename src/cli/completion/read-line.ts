/** Reads a command line that is not finished: which command it calls, which options it has, and what is written at its end. */

import type { Argument, Command, Option } from "commander";

export interface UnfinishedLine {
  readonly command: Command;
  /** The values of options, by their long names without dashes; empty for those that take none. */
  readonly given: ReadonlyMap<string, string>;
  /** What is being written. */
  readonly current: string;
  /** What it is, or may be. */
  readonly expected: Expectation;
}

export interface Expectation {
  /** The value of an option, or an argument. */
  readonly value?: Option | Argument | undefined;
  /** What of the value is written. */
  readonly text: string;
  readonly mayBeOption: boolean;
  readonly mayBeCommand: boolean;
}

/**
 * @param words all words behind the program's name; the last one is being written, and may be empty
 * @param fallback the command that is called without its name
 */
export function readLine(
  words: readonly string[],
  program: Command,
  fallback: string,
): UnfinishedLine {
  const current = words.at(-1) ?? "";
  const [first = "", ...others] = words.slice(0, -1);
  const find = (name: string): Command | undefined =>
    program.commands.find((each) => each.name() === name);
  const named = find(first);
  const command = named ?? find(fallback) ?? program;
  const before = named === undefined ? words.slice(0, -1) : others;
  const { given, pending, count, isOver } = walk(before, command);
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const assigned = flag === undefined ? undefined : optionOf(command, flag);
  const expected: Expectation = { text: current, mayBeOption: false, mayBeCommand: false };
  if (pending !== undefined)
    return { command, given, current, expected: { ...expected, value: pending } };
  if (!isOver && assigned?.required === true && value !== undefined)
    return { command, given, current, expected: { ...expected, value: assigned, text: value } };
  const mayBeOption = !isOver && current.startsWith("-");
  return {
    ...{ command, given, current },
    expected: {
      ...expected,
      value: mayBeOption ? undefined : argumentAt(command, count),
      mayBeOption,
      mayBeCommand: words.length <= 1 && !mayBeOption,
    },
  };
}

interface Walk {
  readonly given: ReadonlyMap<string, string>;
  /** An option whose value comes next. */
  readonly pending: Option | undefined;
  /** The number of arguments. */
  readonly count: number;
  /** `--` has been written: no options follow. */
  readonly isOver: boolean;
}

function walk(words: readonly string[], command: Command): Walk {
  const given = new Map<string, string>();
  let pending: Option | undefined;
  let count = 0;
  let isOver = false;
  for (const word of words) {
    if (pending !== undefined) {
      given.set(pending.name(), word);
      pending = undefined;
    } else if (!isOver && word === "--") isOver = true;
    else if (!isOver && word.startsWith("-") && word !== "-") {
      const [flag = "", ...rest] = word.split("=");
      const option = optionOf(command, flag);
      if (option !== undefined) given.set(option.name(), rest.join("="));
      if (option?.required === true && rest.length === 0) pending = option;
    } else count += 1;
  }
  return { given, pending, count, isOver };
}

function optionOf({ options }: Command, flag: string): Option | undefined {
  return options.find(({ short, long }) => short === flag || long === flag);
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic === true ? last : undefined);
}
