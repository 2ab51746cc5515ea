/**
 * The command line as a function, so that tests call it: it returns the exit code and never ends the process.
 */

import { processHost, type Host } from "./host.js";
import { createProgram } from "./program.js";

/** @param argv without the names of node and the script */
export async function main(argv: readonly string[], host: Host = processHost()): Promise<number> {
  const program = createProgram(host);
  try {
    return await program.run(argv);
  } catch (error) {
    const { reportFailure } = await import("./failure.js");
    return reportFailure(error, { argv, called: program.calledCommand(argv), host });
  }
}
