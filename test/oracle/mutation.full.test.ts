/**
 * Validators against ajv, on valid instances and on small damages of them (DESIGN §8, §11): with `TEST_SIZE=full` on
 * every one, else on `MUTANTS_RUNS` of each instance.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it } from "vitest";
import { aimOf, disagreements, type Aim } from "../support/oracle/judge.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { sampled } from "../support/sizes.js";
import { ownSubjects, publishedSubjects, type Subject } from "../support/oracle/subjects.js";

/** Every report that does not stand exactly at the mutation, and why that is right. */
const NOT_EXACT: ReadonlySet<string> = new Set([
  // An object where a list stood: the other shape of §2.1, of which a member is missing.
  "Checkout descendant: type object at /proto/services/dev.proto.shopping: required at /proto/services/dev.proto.shopping/version",
  "Profile descendant: type object at /proto/services/dev.proto.shopping: required at /proto/services/dev.proto.shopping/version",
  // An event of any other type than the known ones needs a tracking number (`if`, `then`).
  "Order elsewhere: append at /fulfillment/events/*/type: required at /fulfillment/events/*/tracking_number",
  "Order elsewhere: empty string at /fulfillment/events/*/type: required at /fulfillment/events/*/tracking_number",
]);

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
    const all = [...mutantsOf(instance, ["x_unknown", "isPrototypeOf"])];
    for (const mutant of sampled("MUTANTS", all, 80)) {
      mutants++;
      const valid = isValid(mutant.value);
      const faults = disagreements(validator, mutant.value, valid);
      if (faults.length > 0)
        wrong.push(
          `${name}: ${mutant.kind} at ${mutant.at}: ajv says ${valid}, ${faults.join(", ")}`,
        );
      if (!valid) aims.push({ type: name, ...aimOf(mutant, validator.check(mutant.value)) });
    }
  }
  return { mutants, rejected: aims.length, aims, wrong };
}

function reportOf(label: string, { mutants, rejected, aims }: Tally): string {
  const count = (relation: Aim["relation"]): number =>
    aims.filter((aim) => aim.relation === relation).length;
  const head = `${label}: ${mutants} mutants, ${rejected} rejected: ${count("exact")} exactly at the mutation, ${count("ancestor")} above, ${count("descendant")} below, ${count("elsewhere")} beside`;
  const rows = notExact(aims).map((row) => `  ${row}`);
  return [head, ...[...new Set(rows)].sort()].join("\n");
}

function notExact(aims: Tally["aims"]): string[] {
  return aims
    .filter(({ relation }) => relation !== "exact")
    .map(({ type, relation, reason }) => `${type} ${relation}: ${reason}`);
}

const RELEASES = ["2026-01-11", "2026-01-23"];

let known: Promise<Subject[]> | undefined;

/** The repository's own, generated once. */
function own(): Promise<Subject[]> {
  return (known ??= ownSubjects());
}

describe.each(["own profile", ...RELEASES])("%s: emitted validators and ajv", (label) => {
  const isMissing = RELEASES.includes(label) && process.env["PROTO_GEN_PUBLISHED"] === undefined;
  let subjects: readonly Subject[] = [];
  let tally: Tally;

  beforeAll(async () => {
    if (isMissing) return;
    subjects = (label === "own profile" ? await own() : await publishedSubjects(label)) ?? [];
    tally = tallyOf(subjects);
    console.info(reportOf(label, tally));
  }, 120_000);

  it.skipIf(isMissing)("accept every instance", () => {
    expect(subjects.length).toBeGreaterThan(1);
    for (const { name, instance, validator, isValid } of subjects) {
      expect([name, isValid(instance)]).toEqual([name, true]);
      expect([name, validator.check(instance)]).toEqual([name, []]);
      expect(disagreements(validator, instance, true)).toEqual([]);
    }
  });

  it.skipIf(isMissing)("agree on mutants, by .is, .check, .parse and the Standard Schema", () => {
    expect(tally.rejected).toBeGreaterThan(100);
    expect(tally.mutants).toBeGreaterThan(tally.rejected);
    expect(tally.wrong).toEqual([]);
  });

  it.skipIf(isMissing)("point at the mutation, or at what the table of exceptions says", () => {
    const rows = notExact(tally.aims);
    expect([...new Set(rows)].filter((row) => !NOT_EXACT.has(row))).toEqual([]);
    expect(rows.length).toBeLessThanOrEqual(Math.ceil(tally.rejected / 1000));
  });
});

describe("own members only (DESIGN §8)", () => {
  let checkout: Subject;
  let profile: Subject;
  beforeAll(async () => {
    const subjects = await own();
    checkout = subjects.find(({ name }) => name === "Checkout") as Subject;
    profile = subjects.find(({ name }) => name === "Profile") as Subject;
  }, 120_000);

  it("an inherited member is no member", () => {
    const { id, ...rest } = checkout.instance as JsonObject;
    const heir = Object.assign(Object.create({ id }) as object, rest);
    expect(heir).toHaveProperty("id", id);
    expect(checkout.validator.is(heir)).toBe(false);
    expect(checkout.validator.check(heir).map(({ code, pointer }) => [code, pointer])).toEqual([
      ["required", "/id"],
    ]);
  });

  it("the prototype itself does not matter", () => {
    const bare = Object.assign(Object.create(null) as object, checkout.instance);
    expect(disagreements(checkout.validator, bare, true)).toEqual([]);
    const heir = Object.assign(Object.create({ buyer: 7 }) as object, checkout.instance);
    expect(disagreements(checkout.validator, heir, true)).toEqual([]);
  });

  it("a member that is undefined counts as absent, required or not", () => {
    const instance = checkout.instance as JsonObject;
    expect(
      checkout.validator
        .check({ ...instance, id: undefined })
        .map(({ code, pointer }) => [code, pointer]),
    ).toEqual([["required", "/id"]]);
    expect(
      disagreements(
        checkout.validator,
        { ...instance, buyer: undefined, x_unknown: undefined },
        true,
      ),
    ).toEqual([]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "a member named %s is like any other",
    (name) => {
      const text = JSON.stringify(checkout.instance);
      const value = JSON.parse(
        `{"${name}": {"id": 7, "status": "no"}, ${text.slice(1)}`,
      ) as unknown;
      expect(Object.hasOwn(value as object, name)).toBe(true);
      expect(disagreements(checkout.validator, value, true)).toEqual([]);
    },
  );

  it("what __proto__ holds does not stand in for a missing member", () => {
    const { id: _, ...rest } = checkout.instance as JsonObject;
    const value = JSON.parse(
      `{"__proto__": {"id": "x"}, ${JSON.stringify(rest).slice(1)}`,
    ) as unknown;
    expect(disagreements(checkout.validator, value, false)).toEqual([]);
  });

  it.each(["__proto__", "constructor", "toString"])("a map judges its member named %s", (name) => {
    const text = JSON.stringify(profile.instance);
    const value = JSON.parse(
      text.replace('"capabilities":{', `"capabilities":{"${name}":7,`),
    ) as unknown;
    const pointers = profile.validator.check(value).map(({ pointer }) => pointer);
    expect(profile.validator.is(value)).toBe(false);
    expect(pointers).toContain(`/proto/capabilities/${name}`);
  });
});
