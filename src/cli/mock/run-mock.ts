/** `proto-gen mock`. In: the options. Out: the exit code, once the business is closed. */

import path from "node:path";
import { startEmit } from "../../emit/emit.js";
import { failure, type ExitCode } from "../../errors.js";
import type { Interpretation } from "../../interpret.js";
import type { Host } from "../host.js";
import type { MockFlags } from "../mock-command.js";
import { readInput } from "../read-input.js";
import type { Reporter } from "../reporter.js";
import { awaitEnding } from "./ending.js";
import { firstCall, type FirstCall } from "./first-call.js";
import { firstSteps } from "./first-steps.js";
import { happeningLine } from "./happening-line.js";
import { mailFolder } from "./mail-folder.js";
import type { MockMessage, MockSettings, NotOpened } from "./messages.js";
import { requireServable } from "./require-servable.js";
import { servedProfile } from "./served-profile.js";
import { runShop } from "./shop-process.js";
import { openWorkshop, type Workshop } from "./workshop.js";

/** What the business imports: its server, and what that needs. */
const PARTS = ["stubs"];

export async function runMock(flags: MockFlags, host: Host): Promise<ExitCode> {
  const ending = awaitEnding();
  try {
    await readInput(flags, host, async (input, reporter) => {
      requireServable(input);
      input.notices.forEach(reporter.warning);
      const workshop = openWorkshop();
      try {
        await serve(flags, input, workshop, ending.signal, reporter);
      } finally {
        workshop.remove();
      }
    });
    return 0;
  } finally {
    ending.forget();
  }
}

async function serve(
  flags: MockFlags,
  input: Interpretation,
  workshop: Workshop,
  ending: AbortSignal,
  reporter: Reporter,
): Promise<void> {
  const settings = settingsOf(flags, input, workshop);
  const module = await build(flags.profile, input, settings, workshop, reporter);
  if (ending.aborted) return;
  let refused: NotOpened | undefined;
  const code = await runShop(module, ending, (message) => {
    reporter.finish();
    if (message.kind === "not-opened") refused = message;
    // Whoever reads the output needs to know where the business is, however little else there is to say.
    else if (flags.json === true)
      if (message.kind === "opened") reporter.jsonLine(message);
      else reporter.data(JSON.stringify(message));
    else tell(message, firstCall(input.model), reporter);
  });
  if (refused !== undefined) throw notOpened(refused, settings);
  if (code !== 0 && !ending.aborted)
    throw failure("INTERNAL", "the process that serves has ended by itself");
}

function settingsOf(
  { port, https = false, fault = [], seed, mail }: MockFlags,
  input: Interpretation,
  { directory }: Workshop,
): MockSettings {
  return {
    profile: servedProfile(input),
    port,
    https,
    faults: fault,
    seed,
    mail: mail === undefined ? path.join(directory, "mail") : mailFolder(mail),
    certificate: path.join(directory, "certificate.pem"),
    workshop: directory,
  };
}

async function build(
  profileFile: string,
  { model }: Interpretation,
  settings: MockSettings,
  workshop: Workshop,
  reporter: Reporter,
): Promise<string> {
  reporter.note(`preparing a business for ${profileFile}; this takes a few seconds`);
  reporter.stage("emit");
  const emission = startEmit(PARTS);
  try {
    const files = await emission.emit(model);
    reporter.stage("compile");
    return workshop.build(files, settings);
  } finally {
    emission.close();
    reporter.stage("open");
  }
}

function tell(
  message: Exclude<MockMessage, NotOpened>,
  call: FirstCall | undefined,
  reporter: Reporter,
): void {
  if (message.kind === "opened") {
    reporter.data(`${firstSteps(message, call).join("\n")}\n`);
    return;
  }
  reporter.data(happeningLine(message));
  if (message.kind === "answered" && message.cause !== undefined) reporter.note(message.cause);
}

function notOpened({ code, message }: NotOpened, { port }: MockSettings): Error {
  if (code === "EADDRINUSE") return failure("MOCK_PORT", `port ${port} is in use`);
  if (code === "EACCES") return failure("MOCK_PORT", `port ${port} is not for this user`);
  return failure("INTERNAL", `the business did not open: ${message}`);
}
