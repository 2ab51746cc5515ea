/** `proto-gen explain`. In: a code, or none. Out: the exit code, after printing what it means, or all codes. */

import { failure, type ExitCode } from "../../errors.js";
import { catalog, lintCatalog, type Entry } from "../../explain/catalog.js";
import { didYouMean } from "../../text/nearest.js";
import type { ExplainFlags } from "../explain-command.js";
import type { Host } from "../host.js";
import type { ExplainReport } from "../report.js";
import { createReporter } from "../reporter.js";
import { listText } from "./list-text.js";
import { entryText } from "./entry-text.js";

/** @throws ProtoGenError USAGE for a code that there is not */
export function runExplain(
  code: string | undefined,
  { json = false }: ExplainFlags,
  host: Host,
): ExitCode {
  const entries = [...catalog(), ...lintCatalog()];
  const found = code === undefined ? undefined : entryNamed(code, entries);
  const reporter = createReporter(host, { quiet: false, verbose: false });
  if (json) reporter.json(reportOf(found === undefined ? entries : [found]));
  else reporter.data(found === undefined ? listText(entries) : entryText(found));
  return 0;
}

/** Codes are in capitals and rules of lint are not, but neither need be typed so. */
function entryNamed(name: string, entries: readonly Entry[]): Entry {
  const wanted = name.toUpperCase();
  const found = entries.find(({ code }) => code.toUpperCase() === wanted);
  if (found !== undefined) return found;
  const codes = entries.map(({ code }) => code);
  const isRule = name.includes("-");
  throw failure(
    "USAGE",
    `${name} is no code`,
    undefined,
    didYouMean(isRule ? name.toLowerCase() : wanted, codes) ?? "proto-gen explain lists them",
  );
}

function reportOf(codes: readonly Entry[]): ExplainReport {
  return { ok: true, codes };
}
