/** `proto-gen explain`. In: a code or a rule, or none. Out: the exit code, after printing what it means, or all of them. */

import { failure, type ExitCode } from "../../errors.js";
import { catalog, lintCatalog } from "../../explain/catalog.js";
import { ruleEntries } from "./rule-entries.js";
import { didYouMean } from "../../text/nearest.js";
import type { ExplainFlags } from "../explain-command.js";
import type { Host } from "../host.js";
import type { ExplainReport } from "../report.js";
import { createReporter } from "../reporter.js";
import { listText } from "./list-text.js";
import { entryText } from "./entry-text.js";
import { ruleText } from "./rule-text.js";

/** @throws ProtoGenError USAGE for a code that there is not */
export function runExplain(
  name: string | undefined,
  { json = false }: ExplainFlags,
  host: Host,
): ExitCode {
  const found = name === undefined ? all() : named(name);
  const reporter = createReporter(host, { quiet: false, verbose: false });
  if (json) reporter.json({ ok: true, ...found });
  else reporter.data(name === undefined ? listText(found.codes, found.rules) : textOf(found));
  return 0;
}

type Explained = Omit<ExplainReport, "ok">;

function all(): Explained {
  return { codes: [...catalog(), ...lintCatalog()], rules: ruleEntries() };
}

/** Codes are in capitals and rules in small letters, but need not be typed so. */
function named(name: string): Explained {
  const { codes, rules } = all();
  const code = codes.find((each) => each.code.toUpperCase() === name.toUpperCase());
  if (code !== undefined) return { codes: [code], rules: [] };
  const rule = rules.find(({ id }) => id === name.toLowerCase());
  if (rule !== undefined) return { codes: [], rules: [rule] };
  const names = [...codes.map((each) => each.code), ...rules.map(({ id }) => id)];
  const hint = didYouMean(name.toUpperCase(), names) ?? didYouMean(name.toLowerCase(), names);
  throw failure("USAGE", `${name} is no code`, undefined, hint ?? "proto-gen explain lists them");
}

function textOf({ codes: [code], rules: [rule] }: Explained): string {
  return [
    ...(code === undefined ? [] : [entryText(code)]),
    ...(rule === undefined ? [] : [ruleText(rule)]),
  ].join("\n");
}
