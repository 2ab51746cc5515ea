/** Explanations are true: each wrong example brings its code, and the corrected one brings none. */

import { describe, expect, it } from "vitest";
import { CODES, type DiagnosticCode } from "../../src/errors.js";
import { catalog } from "../../src/explain/catalog.js";
import type { Example } from "../../src/findings/explanation.js";
import { AREAS, EXPLANATIONS } from "../../src/explain/explanations.js";
import { runExample } from "../support/explained.js";

const ENTRIES = catalog();
const EXAMPLES = ENTRIES.flatMap(({ code, run, exit, wrong, right, untested }) =>
  wrong === undefined || right === undefined || untested !== undefined
    ? []
    : [{ code, run, exit, wrong, right }],
);

describe("the table of explanations", () => {
  it("has every code once, in one area", () => {
    const listed = AREAS.flatMap(({ codes }) => codes);
    expect([...listed].sort()).toEqual(Object.keys(CODES).sort());
    expect(ENTRIES.map(({ code }) => code)).toEqual(listed);
    expect(Object.keys(EXPLANATIONS).sort()).toEqual([...listed].sort());
  });

  it("keeps the codes of one stage together", () => {
    const areas = new Map<string, Set<string>>();
    for (const { code, area } of ENTRIES) {
      const stage = code.replace(/_.*/, "");
      areas.set(stage, (areas.get(stage) ?? new Set()).add(area));
    }
    for (const [stage, titles] of areas) expect([stage, titles.size]).toEqual([stage, 1]);
  });

  it.each(ENTRIES.map((entry) => [entry.code, entry] as const))(
    "says of %s what two to five sentences can",
    (_, { text, summary, source = "§1" }) => {
      const sentences = text.split(/(?<=[.:]) (?=[A-Z])/).length;
      expect(sentences).toBeGreaterThanOrEqual(2);
      expect(sentences).toBeLessThanOrEqual(5);
      expect(text.endsWith(".")).toBe(true);
      expect(text).not.toContain(summary);
      expect(source).toMatch(/§\d|RFC \d|JSON Schema|OpenAPI/);
    },
  );

  it("says why there is no test for the few examples that have none", () => {
    const untested = ENTRIES.filter((entry) => entry.untested !== undefined);
    expect(EXAMPLES.length + untested.length).toBe(ENTRIES.length);
    expect(untested.map(({ code }) => code)).toEqual([
      "PORT_UNAVAILABLE",
      "STORAGE_UNAVAILABLE",
      "PACKAGE_MISSING",
      "JSON_ENCODING",
      "LOAD_TOO_LARGE",
      "LOAD_EMPTY_RELEASE",
      "LOAD_STALE_MANIFEST",
      "LOAD_LOCK_MISMATCH",
      "LOAD_REFERENCE_NOT_ALLOWED",
      "LOAD_FILE_SKIPPED",
      "LOAD_RELEASE_REPLACED",
      "ACCEPT_OWN",
      "ACCEPT_EXPIRED",
      "PROFILE_OPTIONAL_MEMBER",
      "SERVICE_NO_PAYMENT",
      "SCHEMA_TOO_LARGE",
      "MODEL_TOO_LARGE",
      "EMIT_TOO_LARGE",
      "EMIT_TOOL_TOO_LARGE",
      "COMPOSE_METHOD_TYPE_INCOMPLETE",
      "COMPOSE_VALUE_IMPOSSIBLE",
      "MOCK_UNKNOWN_CAPABILITY",
      "MOCK_NO_OPERATION",
      "MOCK_DATA_INVALID",
      "MOCK_MAIL_UNWRITABLE",
      "DIFF_GIT_REF",
      "DIFF_GIT_PATH",
      "DIFF_IGNORE_EXPIRED",
      "RELEASE_MANIFEST_MISSING",
      "WRITE_OUTSIDE_OUT",
      "WRITE_NOT_GENERATED",
      "WRITE_FAILED",
      "EMITTER_INVALID",
      "EMITTER_FAILED",
      "EMITTER_OUTPUT",
      "INTERNAL",
    ]);
  });
});

describe("an example", () => {
  it("is of a release that has nothing to say of", async () => {
    const whole: Example = { command: ENTRIES[0]?.run ?? "" };
    expect(await runExample(whole, "")).toMatchObject({ code: 0, codes: [] });
  });

  it.each(EXAMPLES.map((example) => [example.code, example] as const))(
    "of %s brings it, and mended brings nothing",
    async (code, { wrong, right, run, exit }) => {
      const before = await runExample(wrong, run);
      expect(before.codes, before.err).toContain(code);
      expect(before.code).toBe(exit);
      // Nothing else is wrong with it, so that the mistake can be seen.
      expect(new Set(before.codes), before.err).toEqual(new Set([code as DiagnosticCode]));
      const after = await runExample(right, run);
      expect({ exit: after.code, codes: after.codes }, after.err).toEqual({ exit: 0, codes: [] });
    },
  );
});
