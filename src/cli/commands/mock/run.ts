/** Runs `proto-gen mock`. */

import path from "node:path";
import { requirePayment } from "../../../check-profile/require-payment.js";
import { startEmit } from "../../../emit/emit.js";
import { failure, type ExitCode } from "../../../errors.js";
import type { Interpretation } from "../../../interpretation.js";
import type { Host } from "../../host.js";
import { portFailure } from "../../port-failure.js";
import { readInput } from "../../read-input.js";
import type { Reporter } from "../../reporter.js";
import { listenForTermination } from "../../termination.js";
import { buildServer, createBuildDirectory, removeBuildDirectory } from "./build-directory.js";
import type { MockFlags } from "./command.js";
import { EMPTY_LINE, line, markedLine } from "../../../text/line.js";
import { findExampleRequest } from "./example-request.js";
import { prepareMailDirectory } from "./mail-directory.js";
import type { MockMessage, MockSettings, StandIns, StartFailure } from "./messages.js";
import { planStandIns } from "./plan-stand-ins.js";
import { servedProfile } from "../../../starter/served-profile.js";
import { runServer } from "./server-process.js";
import { eventLine, gettingStartedLines } from "./text.js";

/** The emitter whose output the business imports, with all that it needs. */
const EMITTERS = ["stubs"];

interface MockRun {
  readonly flags: MockFlags;
  readonly input: Interpretation;
  readonly settings: MockSettings;
  /** Aborted when the process is asked to end. */
  readonly termination: AbortSignal;
  readonly reporter: Reporter;
}

/** @returns the exit code, once the server has ended */
export async function run(flags: MockFlags, host: Host): Promise<ExitCode> {
  const termination = listenForTermination();
  try {
    await readInput(flags, host, async (input, reporter) => {
      const standIns = planStandIns(input);
      requirePayment(input, flags.payment);
      const directory = createBuildDirectory();
      try {
        const settings = createSettings(flags, input, { directory, standIns });
        await serve({ flags, input, settings, termination: termination.signal, reporter });
      } finally {
        removeBuildDirectory(directory);
      }
    });
    return 0;
  } finally {
    termination.stopListening();
  }
}

function createSettings(
  { port, https = false, fault = [], seed, mail, geoIp }: MockFlags,
  input: Interpretation,
  { directory, standIns }: { readonly directory: string; readonly standIns: StandIns },
): MockSettings {
  return {
    profile: servedProfile(input),
    port,
    https,
    faults: fault,
    seed,
    standIns,
    geoIpCountryHeader: geoIp,
    mail: mail === undefined ? path.join(directory, "mail") : prepareMailDirectory(mail),
    certificate: path.join(directory, "certificate.pem"),
    buildDirectory: directory,
  };
}

async function serve(mock: MockRun): Promise<void> {
  const { settings, termination, reporter } = mock;
  const module = await build(mock);
  if (termination.aborted) return;
  let startFailure: StartFailure | undefined;
  const code = await runServer(module, termination, {
    onMessage(message) {
      reporter.finish();
      if (message.kind === "not-opened") startFailure = message;
      else printMessage(message, mock);
    },
    onComplaint: (text) => reporter.complaint(markedLine(text)),
  });
  if (startFailure !== undefined) throw startError(startFailure, settings);
  if (code !== 0 && !termination.aborted)
    throw failure("INTERNAL", "the server process ended unexpectedly");
}

/** @returns the module that serves */
async function build({ flags, input, settings, reporter }: MockRun): Promise<string> {
  reporter.note(line`building a business for ${flags.profile}; this takes a few seconds`);
  reporter.stage(line`emit`);
  const emission = startEmit(EMITTERS);
  try {
    const files = await emission.emit(input.model);
    reporter.stage(line`compile`);
    return buildServer(settings.buildDirectory, files, settings);
  } finally {
    emission.close();
    reporter.stage(line`open`);
  }
}

function printMessage(
  message: Exclude<MockMessage, StartFailure>,
  { flags, input, reporter }: MockRun,
): void {
  // An error that keeps the business from opening comes before any warning, and alone.
  if (message.kind === "opened") reporter.diagnostics(input.notices);
  if (flags.json === true) {
    // A reader of the output needs the addresses even with --quiet.
    if (message.kind === "opened") reporter.jsonLine(message);
    else if (flags.quiet !== true) reporter.jsonLine(message);
  } else if (message.kind === "opened") {
    const lines = gettingStartedLines(message, findExampleRequest(input.model));
    reporter.data(...lines, EMPTY_LINE);
  } else {
    reporter.data(eventLine(message));
    if (message.kind === "answered" && message.cause !== undefined)
      reporter.note(line`cause: ${message.cause}`);
  }
}

function startError({ code, message }: StartFailure, { port }: MockSettings): Error {
  return portFailure(code, port) ?? failure("INTERNAL", `the server did not start: ${message}`);
}
