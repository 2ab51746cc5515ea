/** Runs `proto-gen tokenizer`. */

import { serveNode, type NodeServer } from "@proto-gen/runtime/node";
import type { LogEntry } from "@proto-gen/runtime/server";
import {
  createSandboxTokenizer,
  singleUse,
  ttl as fixedTime,
  type Tokenizer,
} from "@proto-gen/runtime/tokenization";
import type { ExitCode } from "../../../errors.js";
import type { Host } from "../../host.js";
import { portFailure } from "../../port-failure.js";
import { createReporter, type Reporter } from "../../reporter.js";
import { listenForTermination } from "../../termination.js";
import type { TokenizerFlags } from "./command.js";
import { openedReport, requestReport } from "./report.js";
import { openedLines, requestLine } from "./text.js";

/** §4: tokenization has no profile, whose name the agent header would have. */
const NAME = "proto";

/** @returns the exit code, once it was asked to end */
export async function run(flags: TokenizerFlags, host: Host): Promise<ExitCode> {
  const reporter = createReporter(host, { quiet: flags.quiet === true });
  const termination = listenForTermination();
  const bearer = flags.bearer ?? randomToken();
  try {
    const server = await listen(tokenizerOf(flags, bearer, reporter), flags.port);
    const report = openedReport(server.url, { ...flags, bearer });
    if (flags.json === true) reporter.jsonLine(report);
    else reporter.data(...openedLines(report));
    await aborted(termination.signal);
    await server.close({ timeoutMs: 1_000 });
    return 0;
  } finally {
    termination.stopListening();
  }
}

function tokenizerOf(
  { policy, ttl, participant, json, quiet }: TokenizerFlags,
  bearer: string,
  reporter: Reporter,
): Tokenizer {
  const ttlMs = ttl * 60_000;
  return createSandboxTokenizer({
    name: NAME,
    participant,
    bearer,
    policy: policy === "ttl" ? fixedTime({ ttlMs }) : singleUse({ ttlMs }),
    log(entry: LogEntry) {
      if (quiet === true) return;
      const report = requestReport(entry);
      if (json === true) reporter.jsonLine(report);
      else reporter.data(requestLine(report));
    },
  });
}

/** 256 bits, as a token has. */
function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** @throws ProtoGenError PORT_UNAVAILABLE */
async function listen(tokenizer: Tokenizer, port: number): Promise<NodeServer> {
  try {
    return await serveNode(tokenizer, { port, development: true });
  } catch (error) {
    throw portFailure((error as NodeJS.ErrnoException).code, port) ?? error;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });
}
