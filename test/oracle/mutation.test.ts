/** Validators against ajv, on valid instances and on every small damage of them (DESIGN §8, §11). */

import { beforeAll, describe, expect, it } from "vitest";
import { aimOf, disagreements, type Aim } from "../support/oracle/judge.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { ownSubjects, publishedSubjects, type Subject } from "../support/oracle/subjects.js";

/** Reports that stand beside the mutation, because the rule that broke speaks of another member. */
const BESIDE: ReadonlySet<string> = new Set([]);

interface Tally {
  readonly mutants: number;
  readonly rejected: number;
  readonly aims: readonly (Aim & { readonly type: string })[];
  readonly wrong: readonly string[];
}

function tallyOf(subjects: readonly Subject[]): Tally {
  const aims: (Aim & { type: string })[] = [];
  const wrong: string[] = [];
  let mutants = 0;
  for (const { name, instance, validator, isValid } of subjects) {
    for (const mutant of mutantsOf(instance)) {
      mutants++;
      const valid = isValid(mutant.value);
      const faults = disagreements(validator, mutant.value, valid);
      if (faults.length > 0) wrong.push(`${name}: ${mutant.kind} at ${mutant.at}: ajv says ${valid}, ${faults.join(", ")}`);
      if (!valid) aims.push({ type: name, ...aimOf(mutant, validator.check(mutant.value)) });
    }
  }
  return { mutants, rejected: aims.length, aims, wrong };
}

function reportOf(label: string, { mutants, rejected, aims }: Tally): string {
  const count = (relation: Aim["relation"]): number => aims.filter((aim) => aim.relation === relation).length;
  const head = `${label}: ${mutants} mutants, ${rejected} rejected: ${count("exact")} exactly at the mutation, ${count("ancestor")} above, ${count("descendant")} below, ${count("elsewhere")} beside`;
  const rows = new Map<string, number>();
  for (const { type, relation, reason } of aims) {
    if (relation !== "exact") rows.set(`${type} ${relation}: ${reason}`, (rows.get(`${type} ${relation}: ${reason}`) ?? 0) + 1);
  }
  return [head, ...[...rows].sort().map(([row, times]) => `  ${times} × ${row}`)].join("\n");
}

const RELEASES = ["2026-01-11", "2026-01-23"];

describe.each(["own profile", ...RELEASES])("%s: emitted validators and ajv", (label) => {
  const isMissing = RELEASES.includes(label) && process.env["PROTO_GEN_PUBLISHED"] === undefined;
  let subjects: readonly Subject[] = [];
  let tally: Tally;

  beforeAll(async () => {
    if (isMissing) return;
    subjects = (label === "own profile" ? await ownSubjects() : await publishedSubjects(label)) ?? [];
    tally = tallyOf(subjects);
    console.info(reportOf(label, tally));
  });

  it.skipIf(isMissing)("accept every instance", () => {
    expect(subjects.length).toBeGreaterThan(1);
    for (const { name, instance, validator, isValid } of subjects) {
      expect([name, isValid(instance)]).toEqual([name, true]);
      expect([name, validator.check(instance)]).toEqual([name, []]);
      expect(disagreements(validator, instance, true)).toEqual([]);
    }
  });

  it.skipIf(isMissing)("agree on every mutant, by .is, .check, .parse and the Standard Schema", () => {
    expect(tally.rejected).toBeGreaterThan(100);
    expect(tally.mutants).toBeGreaterThan(tally.rejected);
    expect(tally.wrong).toEqual([]);
  });

  it.skipIf(isMissing)("point at the mutation, or on its path where a union is to blame", () => {
    const { aims, rejected } = tally;
    const beside = aims.filter(({ relation }) => relation === "elsewhere").map(({ type, reason }) => `${type}: ${reason}`);
    expect([...new Set(beside)].filter((each) => !BESIDE.has(each))).toEqual([]);
    expect(aims.filter(({ relation }) => relation !== "exact").length).toBeLessThan(rejected / 50);
  });
});
