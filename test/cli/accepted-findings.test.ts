/** `--accept`: findings in documents of others, each with a reason and a last day. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkoutAndGift,
  checkoutSchema,
  giftSchema,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  SERVED,
} from "../support/release.js";

const LOST = "COMPOSE_ENTRY_LOST";
const GIFT_URL = `${SCHEMAS}/gift.json`;
const ENTRY = { code: LOST, place: GIFT_URL, reason: "reported as #12", until: "2126-11-20" };

/** A vendor's extension, one of whose entries is lost. */
function shop(accept: unknown, root = "vendor:") {
  const lost = { $defs: { checkot: { type: "object", properties: { wrapping: {} } } } };
  const made = release({
    profile: profileOf(checkoutAndGift(), SERVED),
    schemas: { "checkout.json": checkoutSchema(), "gift.json": lost },
    files: { "accepted.json": accept },
  });
  const args = [
    ...["--profile", made.profile, "--schemas", `${root}${made.schemas}=${SCHEMAS}`],
    ...["--accept", path.join(made.directory, "accepted.json")],
  ];
  return {
    ...made,
    run: (...more: readonly string[]) => runTool([...args, "--out", made.out, "--force", ...more]),
    read: (...more: readonly string[]) => runTool([...more, ...args]),
  };
}

/** The codes of warnings, and the note. */
async function said(entries: readonly unknown[], ...more: readonly string[]) {
  const { code, err } = await shop({ accept: entries }).run(...more);
  expect(code, err).toBe(0);
  const codes = [...err.matchAll(/^warning: ([A-Z_]+): /gm)].map(([, each = ""]) => each);
  return { codes, note: /^\d+ accepted findings?$/m.exec(err)?.[0] };
}

describe("an accepted finding", () => {
  it.each([
    ["the URL of its document", GIFT_URL],
    ["the URL and the pointer", `${GIFT_URL}#/$defs/checkot`],
    ["the beginning of the URL", `${SCHEMAS}/*`],
    ["the beginning of the pointer", `${GIFT_URL}#/$defs/*`],
  ])("is not reported, and counted, by %s", async (_, place) => {
    expect(await said([{ ...ENTRY, place }])).toEqual({ codes: [], note: "1 accepted finding" });
  });

  it("is accepted by the file from the directory of the list, wherever the run begins", async () => {
    const made = shop({ accept: [{ ...ENTRY, place: "schemas/gift.json" }] });
    expect(path.dirname(made.schemas)).toBe(made.directory);
    const { err } = await made.run();
    expect(err).not.toContain(LOST);
    expect(err).toContain("1 accepted finding\n");
  });

  it("is accepted by the file that it shows", async () => {
    const made = shop({ accept: [] });
    const file = path.join(made.schemas, "gift.json");
    writeFileSync(
      path.join(made.directory, "accepted.json"),
      JSON.stringify({ accept: [{ ...ENTRY, place: `${file}#/$defs/checkot` }] }),
    );
    const { err } = await made.run();
    expect(err).not.toContain(LOST);
    expect(err).toContain("1 accepted finding\n");
  });

  it.each([
    ["another code", { ...ENTRY, code: "LOAD_REF_BY_PLACE" }],
    ["another place in its document", { ...ENTRY, place: `${GIFT_URL}#/$defs` }],
    ["another document", { ...ENTRY, place: `${SCHEMAS}/checkout.json` }],
    ["the beginning of a URL without *", { ...ENTRY, place: SCHEMAS }],
  ])("is reported beside an entry of %s, which accepts nothing", async (_, entry) => {
    expect(await said([entry])).toEqual({ codes: [LOST, "ACCEPT_UNUSED"], note: undefined });
  });

  it("is reported again after the last day, with the entry", async () => {
    expect(await said([{ ...ENTRY, until: "2026-01-01" }])).toEqual({
      codes: [LOST, "ACCEPT_EXPIRED"],
      note: undefined,
    });
  });

  it("is reported with --strict, which judges no entry", async () => {
    expect(await said([ENTRY], "--strict")).toEqual({ codes: [LOST], note: undefined });
  });

  it("is counted in the report of --json, and by commands that print", async () => {
    const made = shop({ accept: [ENTRY] });
    const { out } = await made.run("--json");
    expect(JSON.parse(out)).toMatchObject({ accepted: 1, diagnostics: [] });
    expect((await made.read("list")).err).toBe("1 accepted finding\n");
  });
});

describe("a finding in a document of one's own", () => {
  it("is reported all the same, with the entry", async () => {
    const gift = giftSchema({ wrapping: { type: "string" } });
    const made = release({
      profile: profileOf(checkoutAndGift(), SERVED),
      // Its reference to the checkout is found by its place alone.
      schemas: { "gift.json": { $id: `${SCHEMAS}/v2/gift.json`, ...gift } },
      files: { "accepted.json": { accept: [{ ...ENTRY, code: "LOAD_REF_BY_PLACE" }] } },
    });
    const accept = ["--accept", path.join(made.directory, "accepted.json")];
    const { code, err } = await runTool([...made.args, ...accept]);
    expect(code, err).toBe(0);
    expect(err).toMatch(/^warning: LOAD_REF_BY_PLACE: /m);
    expect(err).toMatch(/^warning: ACCEPT_OWN: .*is about a document of your own$/m);
    expect(err).not.toContain("accepted finding");
  });
});

describe("the file of accepted findings", () => {
  it.each([
    ["a list", [], /must be an object/],
    ["without the list", {}, /accept must be an array/],
    ["with an unknown member", { accepted: [], accept: [] }, /accepted is not a known member/],
    ["with an entry without a reason", { accept: [{ ...ENTRY, reason: " " }] }, /has no reason/],
    ["with an entry without a day", { accept: [{ ...ENTRY, until: "soon" }] }, /must be a date/],
    [
      "with an error",
      { accept: [{ ...ENTRY, code: "LOAD_REF_UNRESOLVED" }] },
      /LOAD_REF_UNRESOLVED is an error, which cannot be accepted/,
    ],
    [
      "with a misspelt code",
      { accept: [{ ...ENTRY, code: "COMPOSE_ENTRY_LOSTT" }] },
      /code must be that of a warning\n.*\n.*did you mean COMPOSE_ENTRY_LOST\?/,
    ],
    ["with a misspelt member", { accept: [{ ...ENTRY, untill: "x" }] }, /did you mean until\?/],
  ])("%s is refused", async (_, content, message) => {
    const { code, err } = await shop(content).run();
    expect(code).toBe(2);
    expect(err).toMatch(/^ACCEPT_INVALID: /);
    expect(err).toMatch(message);
  });

  it("is read where the output is up to date, too", async () => {
    const made = shop({ accept: [ENTRY] });
    const run = (...more: readonly string[]) => made.read("generate", "--out", made.out, ...more);
    expect(await run()).toMatchObject({ code: 0 });
    expect((await run()).out + (await run()).err).toContain("is up to date");
    writeFileSync(path.join(made.directory, "accepted.json"), '{ "accept": [{}] }');
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain("ACCEPT_INVALID");
  });

  it("that is no JSON is refused with its place", async () => {
    const { code, err } = await shop("{").run();
    expect(code).toBe(2);
    expect(err).toMatch(/^ACCEPT_INVALID: .*\n {2}.*accepted\.json:1:2/);
  });

  it("is refused where a schema is given in place of a profile", async () => {
    const made = shop({ accept: [] });
    const schema = path.join(made.schemas, "checkout.json");
    const accept = ["--accept", path.join(made.directory, "accepted.json")];
    const { code, err } = await runTool(["resolve", schema, ...accept]);
    expect(code).toBe(2);
    expect(err).toContain("--accept is for the types of a profile");
  });
});
