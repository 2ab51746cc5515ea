/** `--release`: the profile that a business which has moved on names for an earlier release (§2.1, `supported_versions`). */

import { DocumentFetchError, type DocumentFetch } from "@proto-gen/runtime/profile";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  capability,
  CHECKOUT,
  diagnosticsIn,
  profileOf,
  release,
  runTool,
  SERVED,
  snapshot,
  type Release,
} from "../support/release.js";
import { listen } from "../support/webhook-parties.js";

const ORIGIN = "https://shop.example.com";
const BUSINESS = `${ORIGIN}/.well-known/proto`;
const NAMED = `${ORIGIN}/releases/january.json`;
const OURS = "2026-01-01";
const LATER = "2026-09-01";
const OUR_PROFILE = profileOf(capability(CHECKOUT), SERVED);

let given: Release;
let before: string;
beforeEach(() => {
  given = release();
  before = process.cwd();
  const directory = path.join(given.directory, "work");
  mkdirSync(directory);
  process.chdir(directory);
});
afterEach(() => process.chdir(before));

function later(supported: unknown): object {
  return { proto: { version: LATER, capabilities: [], supported_versions: supported } };
}

function argsFor(profile: string, ...more: readonly string[]): readonly string[] {
  const schemas = `${given.schemas}=https://example.com/schemas`;
  return ["--profile", profile, "--schemas", schemas, "--out", given.out, ...more];
}

/** A text is the reason for which a document is not there. */
function serve(documents: Readonly<Record<string, unknown>>): DocumentFetch {
  return async (url) => {
    const found = documents[url];
    if (found === undefined || typeof found === "string")
      throw new DocumentFetchError("STATUS_UNEXPECTED", { status: 404, detail: found ?? "404" });
    const bytes = new TextEncoder().encode(JSON.stringify(found));
    return { status: 200, headers: new Headers(), bytes };
  };
}

function fetchRelease(
  documents: Readonly<Record<string, unknown>>,
  ...more: readonly string[]
): ReturnType<typeof runTool> {
  return runTool(argsFor(BUSINESS, "--fetch", "--release", OURS, ...more), serve(documents));
}

describe("--release", () => {
  it("generates from the profile that the business names for that release", async () => {
    const run = await fetchRelease({
      [BUSINESS]: later({ [OURS]: NAMED }),
      [NAMED]: OUR_PROFILE,
    });
    expect(run).toMatchObject({ code: 0 });
    expect(snapshot(given.out)?.size).toBeGreaterThan(3);
  });

  it("gives the code of that profile, and none of the one that names it", async () => {
    await fetchRelease({ [BUSINESS]: later({ [OURS]: NAMED }), [NAMED]: OUR_PROFILE });
    const named = withoutManifest(snapshot(given.out));
    await runTool(argsFor(NAMED, "--fetch", "--force"), serve({ [NAMED]: OUR_PROFILE }));
    expect(withoutManifest(snapshot(given.out))).toEqual(named);
  });

  it("keeps both profiles, so that later runs and --check need no network", async () => {
    await fetchRelease({ [BUSINESS]: later({ [OURS]: NAMED }), [NAMED]: OUR_PROFILE });
    const offline = argsFor(BUSINESS, "--release", OURS);
    expect((await runTool(offline)).err).toContain("is up to date");
    expect(await runTool([...offline, "--check"])).toMatchObject({ code: 0 });
    expect((await runTool(argsFor(BUSINESS, "--release", LATER))).err).not.toContain("up to date");
  });

  it("changes nothing for a profile of that release", async () => {
    expect(await fetchRelease({ [BUSINESS]: OUR_PROFILE })).toMatchObject({ code: 0 });
    const file = await runTool([...given.args, "--release", OURS]);
    expect(file).toMatchObject({ code: 0 });
  });

  it("is an option of list, inspect and mock too", async () => {
    const fetch = serve({ [BUSINESS]: later({ [OURS]: NAMED }), [NAMED]: OUR_PROFILE });
    const schemas = ["--schemas", `${given.schemas}=https://example.com/schemas`];
    const rest = ["--profile", BUSINESS, ...schemas, "--fetch", "--release", OURS];
    expect((await runTool(["list", ...rest], fetch)).out).toContain(CHECKOUT);
    expect(await runTool(["inspect", "Checkout", ...rest], fetch)).toMatchObject({ code: 0 });
  });

  it("works with a business on this machine", async () => {
    const documents: Record<string, unknown> = { "/january.json": OUR_PROFILE };
    const server = await listen((request, response) => {
      const found = documents[request.url ?? ""];
      response.writeHead(found === undefined ? 404 : 200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(found ?? {}));
    });
    onTestFinished(server.close);
    documents["/profile"] = later({ [OURS]: `${server.origin}/january.json` });
    const args = argsFor(`${server.origin}/profile`, "--development", "--release", OURS);
    expect(await runTool(args)).toMatchObject({ code: 0 });
  });
});

describe("--release is refused", () => {
  const refusals: readonly (readonly [string, unknown, string, string])[] = [
    ["that is not named", {}, "/proto/version", `do not name ${OURS}`],
    ["of a business that names none", undefined, "/proto/version", `do not name ${OURS}`],
    ["where what it names is no text", { [OURS]: 7 }, at(OURS), "no text is not a URL at"],
    ["on another host", { [OURS]: "https://example.com/p" }, at(OURS), "the origin of the profile"],
    ["on another port", { [OURS]: `${ORIGIN}:444/p` }, at(OURS), "the origin of the profile"],
    ["over http", { [OURS]: "http://shop.example.com/p" }, at(OURS), "the origin of the profile"],
    ["with a user", { [OURS]: "https://a@shop.example.com/p" }, at(OURS), "the origin of"],
    ["by a path alone", { [OURS]: "/releases/january.json" }, at(OURS), "the origin of"],
    ["that is misread as a URL", { [OURS]: "https:shop.example.com/p" }, at(OURS), "is not a URL"],
    ["that is not there", { [OURS]: `${ORIGIN}/gone` }, at(OURS), "could not be fetched"],
  ];
  it.each(refusals)("%s", async (_, supported, pointer, message) => {
    const run = await fetchRelease({ [BUSINESS]: later(supported) }, "--json");
    expect(run).toMatchObject({ code: 3 });
    const [found] = diagnosticsIn(run);
    expect(found).toMatchObject({
      code: "PROFILE_RELEASE_MISMATCH",
      message: expect.stringContaining(message) as string,
      file: BUSINESS,
      pointer,
    });
    expect(found?.hint).toBeDefined();
    expect(existsSync(given.out)).toBe(false);
  });

  it("where the named profile is of another release: its own names are not followed", async () => {
    const second = later({ [OURS]: `${ORIGIN}/second` });
    const run = await fetchRelease(
      {
        [BUSINESS]: later({ [OURS]: NAMED }),
        [NAMED]: second,
        [`${ORIGIN}/second`]: OUR_PROFILE,
      },
      "--json",
    );
    expect(diagnosticsIn(run)).toMatchObject([
      { code: "PROFILE_RELEASE_MISMATCH", file: NAMED, pointer: "/proto/version" },
    ]);
  });

  it("for a file that is not of it, since a file has no origin", async () => {
    const file = release({ profile: later({ [OURS]: NAMED }) });
    const run = await runTool([...file.args, "--release", OURS, "--json"]);
    expect(diagnosticsIn(run)).toMatchObject([
      { code: "PROFILE_RELEASE_MISMATCH", hint: "give the URL of the profile with --profile" },
    ]);
  });
});

function at(version: string): string {
  return `/proto/supported_versions/${version}`;
}

function withoutManifest(files: ReadonlyMap<string, string> = new Map()): object {
  return [...files].filter(([name]) => !name.endsWith("manifest.json"));
}
