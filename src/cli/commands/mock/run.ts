/** Runs `proto-gen mock`. */

import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { failure, type ExitCode } from "../../../errors.js";
import { findOrBuildMock } from "../../../mock/find-or-build.js";
import {
  certificateFile,
  PACKAGE_MODULE,
  SERVER_MODULE,
  type BuiltMock,
} from "../../../mock/kept-mock.js";
import type { MockMessage, ServerSettings, StartFailure } from "../../../mock/messages.js";
import {
  defaultMockData,
  defaultMockDataText,
  readMockData,
  type MockData,
} from "../../../mock/mock-data.js";
import { createScratchDirectory } from "../../../mock/scratch-directory.js";
import { EMPTY_LINE, line, markedLine } from "../../../text/line.js";
import type { Host } from "../../host.js";
import { interpretOptions } from "../../interpret-options.js";
import { portFailure, requireFreePort } from "../../port-failure.js";
import { createReporter, type Reporter } from "../../reporter.js";
import { listenForTermination } from "../../termination.js";
import type { MockFlags } from "./command.js";
import { prepareMailDirectory } from "./mail-directory.js";
import { runServer } from "./server-process.js";
import { eventLine, gettingStartedLines } from "./text.js";

/** Only this machine may call it. */
const HOST = "127.0.0.1";

interface MockRun {
  readonly flags: MockFlags;
  readonly mock: BuiltMock;
  readonly data: MockData;
  /** Aborted when the process is asked to end. */
  readonly termination: AbortSignal;
  readonly reporter: Reporter;
}

/** @returns the exit code, once the server has ended */
export async function run(flags: MockFlags, host: Host): Promise<ExitCode> {
  const reporter = createReporter(host, { quiet: flags.quiet === true });
  if (flags.exampleData === true) {
    reporter.json(JSON.parse(defaultMockDataText()) as object);
    return 0;
  }
  // Holds the certificate and the mail; removed at the end.
  const runDirectory = createScratchDirectory();
  const termination = listenForTermination();
  try {
    await requireFreePort(flags.port, HOST);
    const data = flags.data === undefined ? defaultMockData() : await readMockData(flags.data);
    const mail =
      flags.mail === undefined ? path.join(runDirectory, "mail") : prepareMailDirectory(flags.mail);
    const mock = await build(flags, { host, reporter, runDirectory });
    if (termination.signal.aborted) return 0;
    const { profile, standIns } = mock;
    const { port, https = false, fault = [], seed, geoIp } = flags;
    const settings: ServerSettings = {
      ...{ profile, standIns, data, port, https, faults: fault, seed, mail, runDirectory },
      geoIpCountryHeader: geoIp,
      certificate: path.join(runDirectory, "certificate.pem"),
      keptCertificate: certificateFile(host.env),
      packageModule: PACKAGE_MODULE,
    };
    await serve({ flags, mock, data, termination: termination.signal, reporter }, settings);
    return 0;
  } finally {
    reporter.finish();
    termination.stopListening();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

interface Building {
  readonly host: Host;
  readonly reporter: Reporter;
  readonly runDirectory: string;
}

async function build(
  flags: MockFlags,
  { host, reporter, runDirectory }: Building,
): Promise<BuiltMock> {
  return findOrBuildMock({
    input: await interpretOptions(flags, { host, reporter }),
    env: host.env,
    scratch: runDirectory,
    loadInterpret() {
      reporter.note(line`building a business for ${flags.profile}; this takes a few seconds`);
      return host.loadInterpret();
    },
  });
}

async function serve(mock: MockRun, settings: ServerSettings): Promise<void> {
  const { termination, reporter } = mock;
  const file = path.join(settings.runDirectory, "settings.json");
  writeFileSync(file, JSON.stringify(settings));
  let startFailure: StartFailure | undefined;
  const code = await runServer(path.join(mock.mock.directory, SERVER_MODULE), file, termination, {
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

function printMessage(
  message: Exclude<MockMessage, StartFailure>,
  { flags, mock, data, reporter }: MockRun,
): void {
  // An error that keeps the business from opening comes before any warning, and alone.
  if (message.kind === "opened") reporter.diagnostics(mock.notices);
  if (flags.json === true) {
    // A reader of the output needs the addresses even with --quiet.
    if (message.kind === "opened") reporter.jsonLine(message);
    else if (flags.quiet !== true) reporter.jsonLine(message);
  } else if (message.kind === "opened") {
    const lines = gettingStartedLines(message, mock.example, data);
    reporter.data(...lines, EMPTY_LINE);
  } else {
    reporter.data(eventLine(message));
    if (message.kind === "answered" && message.cause !== undefined)
      reporter.note(line`cause: ${message.cause}`);
  }
}

function startError({ code, message }: StartFailure, { port }: ServerSettings): Error {
  return portFailure(code, port) ?? failure("INTERNAL", `the server did not start: ${message}`);
}
