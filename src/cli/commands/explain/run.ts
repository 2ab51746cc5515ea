/** Runs `proto-gen explain`. */

import { failure, type ExitCode } from "../../../errors.js";
import { catalog, lintCatalog } from "../../../explain/catalog.js";
import { ruleEntries } from "./rule-entries.js";
import type { Entry } from "../../../explain/catalog.js";
import type { RuleEntry } from "./rule-entries.js";
import type { Line } from "../../../text/line.js";
import { didYouMean } from "../../../text/nearest.js";
import type { ExplainFlags } from "./command.js";
import type { Host } from "../../host.js";
import { createReporter } from "../../reporter.js";
import { listText } from "./list-text.js";
import { entryText } from "./text.js";
import { ruleText } from "./rule-text.js";

/** `proto-gen explain --json`: all codes and rules, or the one that was asked for. */
export interface ExplainReport {
  readonly ok: true;
  readonly codes: readonly Entry[];
  readonly rules: readonly RuleEntry[];
}

/** @throws ProtoGenError USAGE for an unknown code */
export function run({ code, json = false, quiet = false }: ExplainFlags, host: Host): ExitCode {
  const entries = code === undefined ? allEntries() : findEntry(code);
  const reporter = createReporter(host, { quiet });
  if (json) reporter.json({ ok: true, ...entries } satisfies ExplainReport);
  else
    reporter.data(
      ...(code === undefined ? listText(entries.codes, entries.rules) : selectionLines(entries)),
    );
  return 0;
}

type Selection = Omit<ExplainReport, "ok">;

function allEntries(): Selection {
  return { codes: [...catalog(), ...lintCatalog()], rules: ruleEntries() };
}

/** All codes and rules, by their names. */
export function explainedNames(): readonly string[] {
  const { codes, rules } = allEntries();
  return [...codes.map((each) => each.code), ...rules.map(({ id }) => id)];
}

/** Case does not matter: codes are upper case and rules lower case, so that they cannot be confused. */
function findEntry(name: string): Selection {
  const { codes, rules } = allEntries();
  const code = codes.find((each) => each.code.toUpperCase() === name.toUpperCase());
  if (code !== undefined) return { codes: [code], rules: [] };
  const rule = rules.find(({ id }) => id === name.toLowerCase());
  if (rule !== undefined) return { codes: [], rules: [rule] };
  const names = explainedNames();
  const hint = didYouMean(name.toUpperCase(), names) ?? didYouMean(name.toLowerCase(), names);
  throw failure("USAGE", `${name} is not a code`, { hint: hint ?? "proto-gen explain lists them" });
}

function selectionLines({ codes: [code], rules: [rule] }: Selection): Line[] {
  return [
    ...(code === undefined ? [] : entryText(code)),
    ...(rule === undefined ? [] : ruleText(rule)),
  ];
}
