/** What a run found: every mutant that no test has killed, and a row for the table of scores. */

import { readFileSync } from "node:fs";

const KILLED = ["Killed", "Timeout"];
const ALIVE = ["Survived", "NoCoverage"];

export function printResult({ name, seed, all, judged }, equivalent) {
  const alive = judged.filter(({ status }) => ALIVE.includes(status)).map(described);
  const isEquivalent = (mutant) => equivalent.some((known) => isSame(known, mutant));
  const [same, different] = [alive.filter(isEquivalent), alive.filter((one) => !isEquivalent(one))];
  for (const mutant of different) print(mutant, mutant.status);
  for (const mutant of same) print(mutant, "equivalent");
  for (const mutant of judged.filter(({ status }) => ![...KILLED, ...ALIVE].includes(status)))
    print(described(mutant), `${mutant.status}: ${mutant.statusReason?.split("\n")[0]}`);

  const count = (...statuses) => judged.filter(({ status }) => statuses.includes(status)).length;
  const detected = count(...KILLED);
  const valid = detected + alive.length;
  const percent = (of) => `${((100 * detected) / of).toFixed(1)} %`;
  const columns = {
    module: name,
    drawn: `${judged.length} of ${all}`,
    seed: seed ?? "all",
    killed: count("Killed"),
    timeout: count("Timeout"),
    survived: count("Survived"),
    "no coverage": count("NoCoverage"),
    invalid: judged.length - valid,
    score: percent(valid),
    equivalent: same.length,
    "score without them": percent(valid - same.length),
    date: new Date().toISOString().slice(0, 10),
  };
  console.log(
    `\n| ${Object.keys(columns).join(" | ")} |\n| ${Object.values(columns).join(" | ")} |`,
  );
}

function described({ fileName, location: { start, end }, mutatorName, replacement, status }) {
  const file = fileName.replace(`${process.cwd()}/`, "");
  const lines = readFileSync(file, "utf8").split("\n");
  const inside = lines.slice(start.line - 1, end.line);
  inside[inside.length - 1] = inside.at(-1).slice(0, end.column - 1);
  inside[0] = inside[0].slice(start.column - 1);
  return {
    file,
    at: `${start.line}:${start.column}`,
    line: lines[start.line - 1].trim(),
    original: inside.join("\n"),
    mutatorName,
    replacement,
    status,
  };
}

function isSame(known, { file, line, original, replacement }) {
  return (
    known.file === file &&
    known.line === line &&
    known.original === original &&
    known.replacement === replacement
  );
}

function print({ file, at, mutatorName, original, replacement }, status) {
  console.log(`\n${file}:${at} ${mutatorName}: ${status}`);
  console.log(`  - ${original.replaceAll("\n", "\n    ")}`);
  console.log(`  + ${replacement.replaceAll("\n", "\n    ")}`);
}
