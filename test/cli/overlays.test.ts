/** `--overlay`: documents of others are corrected in the user's project (ADR 107). */

import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { DocumentFetch } from "@proto-gen/runtime/profile";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  diagnosticsIn,
  GIFT,
  giftSchema,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  SERVED,
  type Release,
  type ReleaseFiles,
} from "../support/release.js";
import { overlayText } from "../support/overlays.js";

const CHECKOUT_URL = `${SCHEMAS}/checkout.json`;
const NOTE = { target: "$.properties", update: { note: { type: "string" } } };

interface Shop extends Release {
  run(...more: readonly string[]): ReturnType<typeof runTool>;
  at(name: string): string;
  put(name: string, text: string): void;
}

function shop(given: ReleaseFiles = {}, overlay: string = overlayText([NOTE])): Shop {
  const made = release({ ...given, files: { "overlays/checkout.json": overlay, ...given.files } });
  const at = (name: string): string => path.join(made.directory, name);
  return {
    ...made,
    at,
    run: (...more) => runTool([...made.args, ...more]),
    put: (name, text) => writeFileSync(at(name), text),
  };
}

const types = ({ out }: Release): string =>
  readFileSync(path.join(out, "capabilities/com/example/shop/checkout.ts"), "utf8");

describe("a run with --overlay", () => {
  it("generates what the overlay makes of a schema", async () => {
    const made = shop({ profile: profileOf(capability(CHECKOUT), SERVED) });
    const { code, err } = await made.run("--overlay", made.at("overlays/checkout.json"));
    expect({ code, warnings: err.match(/warning: .*/g) }).toEqual({ code: 0, warnings: null });
    expect(types(made)).toContain("note?: string");
  });

  it("refuses one that is named twice, since it would be applied twice", async () => {
    const made = shop();
    const overlay = made.at("overlays/checkout.json");
    symlinkSync(overlay, made.at("link.json"));
    for (const [again, message] of [
      [overlay, `the overlay ${overlay} is named twice`],
      [made.at("link.json"), `the overlays ${overlay} and ${made.at("link.json")} are one file`],
    ] as const) {
      const { code, err } = await made.run("--overlay", overlay, "--overlay", again);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining(`USAGE: ${message}\n  name it once`),
      });
    }
  });

  it("applies several to one document, in the order in which they are given", async () => {
    const second = overlayText([{ target: "$.properties.note", update: { enum: ["a"] } }]);
    const made = shop({ files: { "second.json": second } });
    const [one, two] = [made.at("overlays/checkout.json"), made.at("second.json")];
    expect(await made.run("--overlay", one, "--overlay", two)).toMatchObject({ code: 0 });
    expect(types(made)).toContain('note?: "a"');
    const turned = await made.run("--overlay", two, "--overlay", one, "--force");
    expect(turned.err).toContain("OVERLAY_NO_MATCH: $.properties.note selects nothing in ");
    expect(turned.code).toBe(3);
  });

  it("finds a document by each URL that its directory was given for", async () => {
    const made = shop({}, overlayText([NOTE], "https://example.com/v2/checkout.json"));
    const overlay = ["--overlay", made.at("overlays/checkout.json")];
    expect(await made.run(...overlay)).toMatchObject({ code: 3 });
    const second = ["--schemas", `${made.schemas}=https://example.com/v2`];
    expect(await made.run(...second, ...overlay)).toMatchObject({ code: 0 });
    expect(types(made)).toContain("note?: string");
  });

  it("corrects a profile by its file, from the overlay's own place", async () => {
    const profile = profileOf({ [CHECKOUT]: [{ version: "2026-01-01" }] }, SERVED);
    const update = { schema: CHECKOUT_URL };
    const overlay = overlayText(
      [{ target: `$.proto.capabilities['${CHECKOUT}'][0]`, update }],
      "../profile.json",
    );
    const made = shop({ profile }, overlay);
    expect((await made.run()).err).toContain("PROFILE_INVALID");
    const corrected = await made.run("--overlay", made.at("overlays/checkout.json"));
    expect(corrected).toMatchObject({ code: 0 });
  });

  it("finds a file by each path that leads to it", async () => {
    const made = shop({ profile: profileOf(capability(CHECKOUT), SERVED) });
    symlinkSync(made.schemas, made.at("linked"), "dir");
    made.put("real.json", overlayText([NOTE], "schemas/checkout.json"));
    const linked = ["--schemas", `${made.at("linked")}=${SCHEMAS}`, "--profile", made.profile];
    const run = (file: string) =>
      runTool([...linked, "--out", made.out, "--force", "--overlay", made.at(file)]);
    expect(await run("real.json")).toMatchObject({ code: 0 });
    made.put("real.json", overlayText([NOTE], "linked/checkout.json"));
    expect(await run("real.json")).toMatchObject({ code: 0 });
    expect(types(made)).toContain("note?: string");
  });

  it("says of YAML that an overlay is JSON", async () => {
    const made = shop({ files: { "overlay.yaml": "overlay: 1.0.0\n" } });
    const { code, err } = await made.run("--overlay", made.at("overlay.yaml"));
    expect(code).toBe(3);
    expect(err).toContain("OVERLAY_INVALID: an overlay is read as JSON, and this is YAML\n");
  });

  it("points at the overlay for a mistake that this brought", async () => {
    const update = { note: { type: "strong" } };
    const made = shop({}, overlayText([{ target: "$.properties", update }]));
    const overlay = made.at("overlays/checkout.json");
    const { code, out } = await made.run("--overlay", overlay, "--json");
    expect(code).toBe(3);
    expect(diagnosticsIn({ code, out, err: "" })).toMatchObject([
      { file: overlay, line: 6, pointer: "/actions/0/update/note/type" },
    ]);
  });

  it("says of a mistake beside a removed member which overlay changed the object", async () => {
    const schema = checkoutSchema({ total: { $ref: "#/$defs/amount" } }, { $defs: { amount: {} } });
    const overlay = overlayText([{ target: "$['$defs'].amount", remove: true }]);
    const made = shop({ schemas: { "checkout.json": schema } }, overlay);
    const { code, err } = await made.run("--overlay", made.at("overlays/checkout.json"));
    expect(code).toBe(3);
    expect(err).toContain("LOAD_REF_UNRESOLVED");
    expect(err).toMatch(/schemas\/checkout\.json:\d+:\d+ \(\/properties\/total\/\$ref\)/);
  });

  it("says of a member that is missing which overlay changed its object", async () => {
    const overlay = overlayText(
      [{ target: `$.proto.capabilities['${CHECKOUT}'][*].version`, remove: true }],
      "../profile.json",
    );
    const made = shop({ profile: profileOf(capability(CHECKOUT), SERVED) }, overlay);
    const file = made.at("overlays/checkout.json");
    const { code, out } = await made.run("--overlay", file, "--json");
    expect(code).toBe(3);
    expect(diagnosticsIn({ code, out, err: "" })).toMatchObject([
      {
        file: made.profile,
        pointer: `/proto/capabilities/${CHECKOUT}/0/version`,
        related: [{ message: "changed by an overlay here", file, line: 6, pointer: "/actions/0" }],
      },
    ]);
  });

  it("is refused where no document of the run is the overlay's, and warned of for a part", async () => {
    const overlay = overlayText([NOTE], `${SCHEMAS}/gift.json`);
    const schemas = { "gift.json": giftSchema({ wrapping: { type: "string" } }) };
    const made = shop({ profile: profileOf(checkoutAndGift(), SERVED), schemas }, overlay);
    made.put("other.json", overlayText([NOTE], `${SCHEMAS}/chekout.json`));
    const { code, err } = await made.run("--overlay", made.at("other.json"));
    expect(code).toBe(3);
    expect(err).toContain(
      `other.json changes ${SCHEMAS}/chekout.json, which this run does not read\n`,
    );
    expect(err).toContain(`did you mean ${CHECKOUT_URL}?`);
    const part = ["--capabilities", CHECKOUT, "--overlay", made.at("overlays/checkout.json")];
    const partly = await made.run(...part);
    expect(partly.code).toBe(0);
    expect(partly.err).toContain("warning: OVERLAY_NOT_NEEDED: ");
  });

  it("ends with the error of an action, also where a document is another's", async () => {
    const overlay = overlayText([{ target: "$.propertys", update: {} }]);
    const made = shop({ profile: profileOf(capability(CHECKOUT), SERVED) }, overlay);
    const args = ["--whose", "another", "--overlay", made.at("overlays/checkout.json")];
    const { code, err } = await made.run(...args);
    expect(code).toBe(3);
    expect(err).toMatch(
      /^OVERLAY_NO_MATCH: .*\n.*:6:\d+ \(\/actions\/0\/target\)\n.*\$\['properties'\]/,
    );
  });
});

describe("the manifest", () => {
  it("makes a run stale where an overlay has changed, is gone, or is new", async () => {
    const made = shop({ profile: profileOf(capability(CHECKOUT), SERVED) });
    const overlay = ["--overlay", made.at("overlays/checkout.json")];
    const state = async (...more: readonly string[]): Promise<string> => {
      const { code, err } = await made.run(...more);
      return code === 0 && err.includes("is up to date") ? "up to date" : `${code} written`;
    };
    expect(await state()).toBe("0 written");
    expect(await state()).toBe("up to date");
    expect(await state(...overlay)).toBe("0 written");
    expect(await state(...overlay)).toBe("up to date");
    made.put("overlays/checkout.json", overlayText([{ ...NOTE, update: { memo: {} } }]));
    expect(await state(...overlay)).toBe("0 written");
    made.put("copy.json", readFileSync(made.at("overlays/checkout.json"), "utf8"));
    const copy = ["--overlay", made.at("copy.json")];
    expect(await state(...overlay, ...copy)).toBe("0 written");
    expect(await state(...overlay, ...copy)).toBe("up to date");
    expect(await state(...overlay)).toBe("0 written");
    expect(await state()).toBe("0 written");
  });

  it("is a side of diff with the overlays that it was generated with", async () => {
    const made = shop({ profile: profileOf(capability(CHECKOUT), SERVED) });
    const overlay = ["--overlay", made.at("overlays/checkout.json")];
    await made.run(...overlay);
    const manifest = path.join(made.out, "manifest.json");
    const diff = (...more: readonly string[]) =>
      runTool([
        ...["diff", manifest, manifest, "--profile", made.profile],
        ...["--schemas", `${made.schemas}=${SCHEMAS}`, ...more],
      ]);
    expect(await diff(...overlay)).toMatchObject({ code: 0 });
    const without = await diff();
    expect(without.code).toBe(3);
    const refused = "was generated with 1 overlay, of which number 1 is not given, or has changed";
    expect(without.err).toContain(refused);
    made.put("overlays/checkout.json", overlayText([{ ...NOTE, update: { memo: {} } }]));
    expect((await diff(...overlay)).err).toContain(refused);
  });

  it("of a side without an overlay differs from one with it by what the overlay changes", async () => {
    const made = shop({ profile: profileOf(capability(CHECKOUT), SERVED) });
    const overlay = ["--overlay", made.at("overlays/checkout.json")];
    const manifest = path.join(made.out, "manifest.json");
    await made.run();
    cpSync(made.out, made.at("before"), { recursive: true });
    await made.run(...overlay);
    const { code, out, err } = await runTool([
      ...["diff", made.at("before/manifest.json"), manifest, "--profile", made.profile],
      ...["--schemas", `${made.schemas}=${SCHEMAS}`, ...overlay],
    ]);
    expect({ code, out, err }).toEqual({ code: 0, out: expect.stringMatching(/note/), err: "" });
  });
});

describe("inspect", () => {
  it("marks what an overlay brought, and what it changed", async () => {
    const overlay = overlayText([NOTE, { target: "$.properties.id", update: { minLength: 1 } }]);
    const made = shop({}, overlay);
    const file = made.at("overlays/checkout.json");
    const args = ["inspect", "Checkout", ...made.args.slice(0, -2), "--overlay", file];
    const { out } = await runTool(args);
    expect(out).toMatch(/changed by +.*overlays\/checkout\.json:7/);
    expect(out).toMatch(/\| id .*checkout\.json:\d+ \(changed by\n.*overlays\/checkout\.json:7\)/);
    const { members } = JSON.parse((await runTool([...args, "--json"])).out) as {
      members: readonly { path: string; declared: readonly object[] }[];
    };
    const declared = (name: string) => members.find((each) => each.path === name)?.declared[0];
    expect(declared("note")).toMatchObject({ file, line: 6, changedBy: [{ file, line: 6 }] });
    expect(declared("id")).toMatchObject({ changedBy: [{ file, line: 7, pointer: "/actions/1" }] });
    expect(declared("total")).not.toHaveProperty("changedBy");
  });
});

describe("commands that read schemas by other routes", () => {
  const strict = overlayText([{ target: "$.properties.id", update: { minLength: 3 } }]);

  it("validate a payload against a changed schema, and point at the rule in the overlay", async () => {
    const made = shop({ files: { "payload.json": '{ "id": "c", "total": 1 }' } }, strict);
    const schema = ["--schema", path.join(made.schemas, "checkout.json")];
    const roots = ["--schemas", `${made.schemas}=${SCHEMAS}`];
    const overlay = ["--overlay", made.at("overlays/checkout.json")];
    const args = ["validate", made.at("payload.json"), ...schema, ...roots];
    expect(await runTool(args)).toMatchObject({ code: 0 });
    const { code, out } = await runTool([...args, ...overlay]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /rule: .*overlays\/checkout\.json:6:\d+ \(\/actions\/0\/update\/minLength\)/,
    );
    const typed = ["validate", made.at("payload.json"), "--type", "Checkout"];
    const typedRun = await runTool([...typed, ...made.args.slice(0, -2), ...overlay]);
    expect(typedRun.out).toContain("overlays/checkout.json:6");
  });

  it("resolve a changed schema", async () => {
    const made = shop({}, strict);
    const args = ["resolve", path.join(made.schemas, "checkout.json")];
    const overlay = ["--overlay", made.at("overlays/checkout.json")];
    const { code, out } = await runTool([...args, ...overlay]);
    expect({ code, minLength: out.includes('"minLength": 3') }).toEqual({
      code: 0,
      minLength: true,
    });
  });

  it("lint what an overlay makes of a release", async () => {
    const schema = checkoutSchema({ total: { $ref: "#/$defs/amount" } });
    const fix = overlayText([{ target: "$", update: { $defs: { amount: { type: "integer" } } } }]);
    const made = shop({ schemas: { "checkout.json": schema } }, fix);
    const wrong = await runTool(["lint", made.schemas]);
    expect(wrong.out).toContain("LOAD_REF_UNRESOLVED");
    const right = await runTool([
      "lint",
      made.schemas,
      "--overlay",
      made.at("overlays/checkout.json"),
    ]);
    expect(right.out).not.toContain("LOAD_REF_UNRESOLVED");
  });
});

describe("an overlay of a fetched document", () => {
  const documents: Readonly<Record<string, object>> = {
    [CHECKOUT_URL]: checkoutSchema(),
    [`${SCHEMAS}/gift.json`]: giftSchema({ wrapping: { type: "string" } }),
  };
  const fetch: DocumentFetch = (url) =>
    Promise.resolve({
      status: 200,
      headers: new Headers(),
      bytes: new TextEncoder().encode(JSON.stringify(documents[url])),
    });

  it("is recorded in the lock file, which keeps the document as it was fetched", async () => {
    const made = shop({ profile: profileOf(checkoutAndGift(), SERVED) });
    rmSync(made.schemas, { recursive: true });
    const overlay = ["--overlay", made.at("overlays/checkout.json")];
    const run = (...more: readonly string[]) =>
      runTool(["--profile", made.profile, "--out", made.out, ...more], fetch);
    expect(await run("--fetch", ...overlay)).toMatchObject({ code: 0 });
    expect(types(made)).toContain("note?: string");
    const lock = JSON.parse(readFileSync(made.at("proto-gen.lock.json"), "utf8")) as {
      documents: Record<string, string>;
      overlays: Record<string, readonly object[]>;
    };
    expect(lock.overlays).toEqual({
      [CHECKOUT_URL]: [
        { file: "overlays/checkout.json", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ],
    });
    const kept = made.at(`proto-gen.lock/${lock.documents[CHECKOUT_URL]}.json`);
    expect(JSON.parse(readFileSync(kept, "utf8"))).toEqual(documents[CHECKOUT_URL]);
    expect(await run("--fetch", "--frozen", ...overlay)).toMatchObject({ code: 0 });
    // From the lock, the overlay is applied, too.
    rmSync(made.out, { recursive: true });
    expect(await run(...overlay)).toMatchObject({ code: 0 });
    expect(types(made)).toContain("note?: string");
    const without = await run("--fetch", "--frozen");
    expect(without.err).toContain(
      `records the overlay overlays/checkout.json of ${CHECKOUT_URL}, which was not given`,
    );
    made.put("overlays/checkout.json", overlayText([{ ...NOTE, update: { memo: {} } }]));
    const changed = await run("--fetch", "--frozen", ...overlay);
    expect(changed.code).toBe(4);
    expect(changed.err).toContain(
      `LOAD_LOCK_MISMATCH: the overlay overlays/checkout.json of ${CHECKOUT_URL} does not match its SHA-256 in `,
    );
    expect(await run("--fetch")).toMatchObject({ code: 0 });
    expect(readFileSync(made.at("proto-gen.lock.json"), "utf8")).not.toContain("overlays");
  });

  it("is refused in a lock file that is malformed", async () => {
    const lock = { documents: {}, overlays: { [CHECKOUT_URL]: [{ file: "x.json", sha256: "1" }] } };
    const made = shop({ files: { "proto-gen.lock.json": lock } });
    const { code, err } = await made.run();
    expect(code).toBe(4);
    expect(err).toContain("LOAD_LOCK_INVALID");
  });
});

describe("an overlay of an extension", () => {
  it("composes its root where that has a wrong name", async () => {
    const { $defs } = giftSchema({ wrapping: { type: "string" } }) as {
      $defs: Record<string, object>;
    };
    const lost = { $defs: { checkot: { type: "object", properties: { wrapping: {} } } } };
    const overlay = overlayText(
      [
        { target: "$['$defs'].checkot", remove: true },
        { target: "$['$defs']", update: { [CHECKOUT]: $defs[CHECKOUT] } },
      ],
      `${SCHEMAS}/gift.json`,
    );
    const profile = profileOf(checkoutAndGift(), SERVED);
    const made = shop({ profile, schemas: { "gift.json": lost } }, overlay);
    const args = [
      ...["--profile", made.profile, "--out", made.out],
      ...["--schemas", `vendor:${made.schemas}=${SCHEMAS}`],
    ];
    const warned = await runTool(args);
    expect(warned.code).toBe(0);
    expect(warned.err).toContain(`warning: COMPOSE_ENTRY_LOST: ${GIFT} has $defs/checkot`);
    const mended = await runTool([...args, "--overlay", made.at("overlays/checkout.json")]);
    expect({ code: mended.code, warnings: mended.err.match(/warning: .*/g) }).toEqual({
      code: 0,
      warnings: null,
    });
  });
});
