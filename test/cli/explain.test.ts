/** `proto-gen explain`: what a code means, for people and as JSON, and what is said of a code that there is not. */

import { describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import type { ExplainReport } from "../../src/cli/commands/explain/run.js";
import { CODES } from "../../src/errors.js";
import { ruleEntries } from "../../src/cli/commands/explain/rule-entries.js";
import { AREAS } from "../../src/explain/explanations.js";
import { OWN_RULES } from "../../src/lint/rules.js";
import { fakeHost } from "./fake-host.js";

/** It reads no profile and no schema. */
async function explain(...args: readonly string[]): Promise<readonly [number, string, string]> {
  const host = fakeHost();
  const code = await main(["explain", ...args], host);
  return [code, host.out(), host.err()];
}

async function report(...args: readonly string[]): Promise<ExplainReport> {
  const [code, out, err] = await explain(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as ExplainReport;
}

describe("proto-gen explain CODE", () => {
  it("says what it means, who says so, what to do, and shows an example", async () => {
    expect(await explain("PROFILE_ENDPOINT_SLASH")).toEqual([
      0,
      `PROFILE_ENDPOINT_SLASH: A service's endpoint ends with a slash; paths are appended to it (§2.1.1).

Paths such as /checkout-sessions are appended to the endpoint unchanged, so a trailing slash
appears twice in every URL. Many servers treat that as a different path. It is a warning, because
the protocol only advises against it.

A warning; the run goes on.
Source: §2.1.1
What to do: remove the trailing slash

Wrong, in profile.json at /proto/services/com.example.shop/0/endpoint:
  "https://shop.example.com/v1/"

Right, in profile.json at /proto/services/com.example.shop/0/endpoint:
  "https://shop.example.com/v1"
`,
      "",
    ]);
  });

  it("names the exit code of an error, and the command where it is another one", async () => {
    const [, out] = await explain("NEGOTIATE_EMPTY");
    expect(out).toContain("\nAn error; the run ends with 3.\n");
    expect(out).toMatch(/\nSaid by:\n {2}\$ proto-gen .* --platform \.\/platform\.json /);
  });

  it("shows commands a line each", async () => {
    const [, out] = await explain("SCAFFOLD_MISSING");
    expect(out).toMatch(
      /\nRight:\n {2}\$ proto-gen scaffold .* &&\n {4}proto-gen scaffold .* --check\n$/,
    );
  });

  it("says where there is no example, and why", async () => {
    const [, out] = await explain("JSON_ENCODING");
    expect(out).toContain("\nThere is no example. A byte-order mark cannot be seen in print.\n");
  });

  it("takes it in small letters", async () => {
    expect(await explain("output_stale")).toEqual(await explain("OUTPUT_STALE"));
  });

  it.each(Object.keys(CODES))("explains %s", async (name) => {
    const [code, out, err] = await explain(name);
    expect([code, err]).toEqual([0, ""]);
    expect(out.startsWith(`${name}: `)).toBe(true);
    const { codes } = await report(name);
    expect(codes).toMatchObject([{ code: name, ...CODES[name as keyof typeof CODES] }]);
  });
});

describe("proto-gen explain RULE", () => {
  it("says what a rule of diff finds and why it matters, and shows an example", async () => {
    expect(await explain("null-refused")).toEqual([
      0,
      `null-refused: A value may not be null any more.

Senders of null must omit the member or send a value.

A rule of proto-gen diff.

Before, a member's schema:
  {
    "type": ["string", "null"]
  }

After:
  {
    "type": "string"
  }
`,
      "",
    ]);
  });

  it("takes it in capitals, and gives it as JSON", async () => {
    expect(await explain("NULL-REFUSED")).toEqual(await explain("null-refused"));
    const { codes, rules } = await report("null-refused");
    expect(codes).toEqual([]);
    expect(rules).toMatchObject([{ id: "null-refused", command: "diff" }]);
  });

  it("is answered with the nearest one where there is none", async () => {
    expect(await explain("null-refuse")).toEqual([
      2,
      "",
      "USAGE: null-refuse is not a code\n  did you mean null-refused?\n",
    ]);
  });

  it.each(ruleEntries().map(({ id }) => id))("explains and lists %s", async (id) => {
    const [, list] = await explain();
    expect(list).toContain(`\n  ${id} `);
    const [code, out] = await explain(id);
    expect([code, out.split(":")[0]]).toEqual([0, id]);
  });
});

describe("proto-gen explain", () => {
  it("lists every code with its summary, by area", async () => {
    const [code, out, err] = await explain();
    expect([code, err]).toEqual([0, ""]);
    for (const { title, codes } of AREAS) {
      const [, section = ""] = out.split(`\n\n${title}\n`);
      const own = section.split("\n\n")[0] ?? "";
      const names = [...own.matchAll(/^ {2}([A-Z_]+) +(\d+) {2}\S/gm)];
      expect(names.map(([, name, exit]) => [name, Number(exit)])).toEqual(
        codes.map((each) => [each, CODES[each].exit]),
      );
    }
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("explains a rule of lint as it explains a code", async () => {
    const [code, out] = await explain("one-of-overlap");
    expect(code).toBe(0);
    expect(out).toMatch(/^one-of-overlap: A value is accepted by two branches/);
    expect(out).toMatch(/\nWrong, in checkout\.json at \/properties\/destination\/oneOf:\n/);
    expect(out).toMatch(/\nSaid by:\n {2}\$ proto-gen lint\n/);
    expect(await explain("ONE-OF-OVERLAP")).toEqual([0, out, ""]);
    expect((await explain("one-off-overlap"))[2]).toContain("did you mean one-of-overlap?");
  });

  it("gives all of that as JSON", async () => {
    const { ok, codes } = await report();
    expect(ok).toBe(true);
    const all = [...Object.keys(CODES), ...OWN_RULES.map(({ id }) => id)];
    expect(codes.map(({ code }) => code).sort()).toEqual(all.sort());
  });
});

describe("a code that there is not", () => {
  it.each([
    [
      "is answered with the nearest one",
      "COMPOSE_WEAKEN_BASE",
      "did you mean COMPOSE_WEAKENS_BASE?",
    ],
    ["in small letters, too", "compose_weaken_base", "did you mean COMPOSE_WEAKENS_BASE?"],
    ["is pointed to the list where none is near", "E404", "proto-gen explain lists them"],
    ["is no member of every object", "constructor", "proto-gen explain lists them"],
  ])("%s", async (_, name, hint) => {
    expect(await explain(name)).toEqual([2, "", `USAGE: ${name} is not a code\n  ${hint}\n`]);
  });

  it("steers no terminal", async () => {
    const [code, , err] = await explain("\u001b[31mX");
    expect([code, err]).toEqual([
      2,
      "USAGE: \\u{1b}[31mX is not a code\n  proto-gen explain lists them\n",
    ]);
  });

  it("is told as JSON where that was asked", async () => {
    const [code, out] = await explain("OUTPUT_STAL", "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({
      ok: false,
      diagnostics: [
        {
          code: "USAGE",
          severity: "error",
          message: "OUTPUT_STAL is not a code",
          hint: "did you mean OUTPUT_STALE?",
        },
      ],
    });
  });
});

describe("the command line of explain", () => {
  it("refuses a second code", async () => {
    expect(await explain("OUTPUT_STALE", "USAGE")).toEqual([
      2,
      "",
      "USAGE: unexpected argument: USAGE\n  proto-gen explain --help shows its options\n",
    ]);
  });

  it("says how it is called where options stand before it", async () => {
    const host = fakeHost();
    expect(await main(["--json", "explain"], host)).toBe(2);
    expect(host.err()).toBe(
      "USAGE: explain must come before the options\n  proto-gen explain [CODE]\n",
    );
  });
});
