/** `proto-gen mock`, but for what it does. In: the program. Out: the program with it. */

import { InvalidArgumentError, Option, type Command } from "commander";
import type { ExitCode } from "../errors.js";
import type { Host } from "./host.js";
import { addInputOptions, nameList, OTHER, rejectArguments, withProfile } from "./input-options.js";
import { MOCK_FOOTER } from "./mock-footer.js";
import type { Fault } from "./mock/messages.js";
import type { InputFlags } from "./read-input.js";

/** The options as commander gives them. */
export interface MockFlags extends InputFlags {
  readonly port: number;
  readonly https?: boolean;
  readonly seed?: number;
  readonly fault?: readonly Fault[];
  readonly mail?: string;
}

const DEFAULT_PORT = 8080;
const FAULTS: readonly Fault[] = ["slow", "fail", "escalate", "decline"];

export function addMock(program: Command, host: Host, finish: (exitCode: ExitCode) => void): void {
  const command = program
    .command("mock")
    .description("serve a business for the profile on this machine, to try a platform against")
    .usage("--profile FILE [options]")
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", MOCK_FOOTER)
    // The action says better what is wrong with them.
    .allowExcessArguments();
  addInputOptions(command);
  addMockOptions(command);
  command.action(async (flags: Partial<MockFlags>, { args }: Command) => {
    rejectArguments(args, program);
    const { port = DEFAULT_PORT } = flags;
    const { runMock } = await import("./mock/run-mock.js");
    finish(await runMock({ ...withProfile(flags), port }, host));
  });
}

function addMockOptions(command: Command): void {
  command
    .optionsGroup("Business:")
    .option(
      "--port <number>",
      "where it listens, with buyers at the next one if that is free; 0 takes any",
      portOf,
      DEFAULT_PORT,
    )
    .option("--https", "speak TLS, with a certificate that is made at the start")
    .option("--seed <number>", "the same ids for the same calls in the same order", seedOf)
    .option("--fault <list>", `what goes wrong: ${FAULTS.join(",")} (repeatable)`, faultsOf)
    .option("--mail <dir>", "where its mail goes; a folder that is removed at the end unless given")
    .optionsGroup("Messages:")
    .option("--json", "print a line of JSON for the start and for all that happens")
    .option("--quiet", "print nothing but errors; with --json also the line of the start");
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It is a number from 0 to 65535.");
  return port;
}

function seedOf(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed))
    throw new InvalidArgumentError("It is a whole number.");
  return seed;
}

function faultsOf(text: string, previous: readonly Fault[] = []): readonly Fault[] {
  const names = nameList(text).map((name) => {
    const fault = FAULTS.find((each) => each === name);
    if (fault === undefined)
      throw new InvalidArgumentError(`There is no ${name}; it takes ${FAULTS.join(", ")}.`);
    return fault;
  });
  return [...previous, ...names];
}
