/** `proto-gen init`, but for what it does. In: the program. Out: the program with it. */

import { Option, type Command } from "commander";
import type { ExitCode } from "../errors.js";
import type { Host } from "./host.js";
import type { InitFlags } from "./init/init-command.js";
import { OTHER, rejectArguments } from "./input-options.js";

const FOOTER = `
Examples:
  A business in ./shop:
    $ proto-gen init shop && cd shop && npm install && npm test && npm start
  In the working directory, which is empty:
    $ proto-gen init

It has a catalog, carts, checkouts, orders, webhooks and mail, and is yours to change. Nothing is written over.
`;

export function addInit(program: Command, host: Host, finish: (exitCode: ExitCode) => void): void {
  program
    .command("init")
    .description("write a whole business to start from: a project with tests")
    .usage("[DIR] [options]")
    .argument(
      "[dir]",
      "a directory that is empty, or is not there; the working directory unless told",
      ".",
    )
    .addHelpOption(new Option("-h, --help", "print this help").helpGroup(OTHER))
    .addHelpText("after", FOOTER)
    // The action says better what is wrong with them.
    .allowExcessArguments()
    .optionsGroup("Messages:")
    .option("--quiet", "print nothing but errors")
    .action(async (directory: string, flags: InitFlags, command: Command) => {
      rejectArguments(command.args.slice(1), program);
      const { runInit } = await import("./init/init-command.js");
      finish(await runInit(directory, flags, host));
    });
}
