/**
 * Answers a shell that completes a command line. Commands, options and choices are those of commander's program, so that a new one is
 * completed, too. The answer has the form of `@bomb.sh/tab` and cobra: a line for each name, with a tab before its description, and last a
 * colon and a number, the sum of the directives for the shell. No error is reported: it would be printed into the line that somebody
 * writes.
 */

import type { Argument, Command, Option } from "commander";
import type { Printable } from "../../text/line.js";
import type { Host } from "../host.js";
import { isList, offerOf, takesFilesAsWell } from "./offers.js";
import { readLine, type UnfinishedLine } from "./read-line.js";

/** Tell the shell whether to complete files or directories, and whether to add a space after a name. */
export const DIRECTIVES = Object.freeze({ files: 0, noSpace: 2, noFiles: 4, directories: 16 });

interface Candidate {
  readonly name: string;
  readonly description: string;
}

interface Answer {
  readonly candidates: readonly Candidate[];
  readonly directive: number;
}

/** zsh and bash expand others, such as `$(...)`, when they insert a name. */
const SAFE_NAME = /^[\w.@:/,=+-]+$/;

const HELP = "help";

export interface CompletedProgram {
  readonly program: Command;
  /** The name of the command that is called without its name. */
  readonly fallback: string;
}

/** @param words all words behind the program's name; the last one is being written, and may be empty */
export async function complete(
  words: readonly string[],
  completed: CompletedProgram,
  host: Host,
): Promise<void> {
  const { candidates, directive } = await answer(words, completed).catch(() => ({
    candidates: [],
    directive: DIRECTIVES.noFiles,
  }));
  const names = candidates.map(({ name, description }) => `${name}\t${description}\n`);
  host.stdout.write(`${names.join("")}:${directive}\n` as Printable);
}

async function answer(
  words: readonly string[],
  { program, fallback }: CompletedProgram,
): Promise<Answer> {
  const isHelp = words.length === 2 && words[0] === HELP;
  const line = readLine(isHelp ? words.slice(1) : words, program, fallback);
  const { command, current, expected } = line;
  const { value, mayBeOption, mayBeCommand } = expected;
  if (mayBeOption) {
    // The program's own help has the options of the command that needs no name.
    const called = words.length === 1 || command.name() === fallback ? program : command;
    return named(visibleOptions(program, called), current);
  }
  const commands = mayBeCommand ? visibleCommands(program) : [];
  if (value === undefined || isHelp) return named(commands, current);
  return valueAnswer(value, line);
}

function visibleOptions(program: Command, command: Command): readonly Candidate[] {
  return program
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, short, description }) =>
      [long, short].flatMap((name) =>
        typeof name === "string" ? [{ name, description: firstLine(description) }] : [],
      ),
    );
}

function visibleCommands(program: Command): readonly Candidate[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((each) => ({ name: each.name(), description: firstLine(each.description()) }));
}

function firstLine(text: string): string {
  return text.split(/[\n\t]/, 1)[0] ?? "";
}

async function valueAnswer(value: Option | Argument, line: UnfinishedLine): Promise<Answer> {
  const what = offerOf(value);
  if (what === "files") return { candidates: [], directive: DIRECTIVES.files };
  if (what === "directories") return { candidates: [], directive: DIRECTIVES.directories };
  const { text } = line.expected;
  const names = await offeredNames(value, line);
  if (!isList(value)) {
    const answered = named(names.map(plain), text);
    const isFile = answered.candidates.length === 0 && takesFilesAsWell(value);
    return isFile ? { ...answered, directive: DIRECTIVES.files } : answered;
  }
  const written = text.split(",").slice(0, -1);
  const start = written.map((name) => `${name},`).join("");
  const others = names.filter((name) => !written.includes(name));
  return named(
    others.map((name) => plain(`${start}${name}`)),
    text,
  );
}

async function offeredNames(
  value: Option | Argument,
  { given }: UnfinishedLine,
): Promise<readonly string[]> {
  const what = offerOf(value);
  if (typeof what === "function") return what();
  if (typeof what === "object") return what;
  if (what !== "targets" && what !== "capabilities" && what !== "releases") return [];
  const { projectNames } = await import("./project-names.js");
  return projectNames(what, given);
}

function plain(name: string): Candidate {
  return { name, description: "" };
}

/** The names that continue what is written. */
function named(candidates: readonly Candidate[], text: string): Answer {
  const possible = candidates.filter(({ name }) => name.startsWith(text) && SAFE_NAME.test(name));
  const found = [...new Map(possible.map((each) => [each.name, each])).values()];
  const areOpen = found.length > 0 && found.every(({ name }) => name.endsWith("="));
  return {
    candidates: found,
    directive: DIRECTIVES.noFiles + (areOpen ? DIRECTIVES.noSpace : 0),
  };
}
