/** Profiles by URL: over https with `--fetch`, kept in the lock file; over http from this machine with `--development`. */

import { DocumentFetchError, type DocumentFetch } from "@proto-gen/runtime/profile";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

const URL = "https://shop.example.com/.well-known/proto";
const PROFILE = profileOf(capability(CHECKOUT), SERVED);

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

/** The command line for a profile, in the working directory. */
function argsFor(profile: string, ...more: readonly string[]): readonly string[] {
  const schemas = `${given.schemas}=https://example.com/schemas`;
  return ["--profile", profile, "--schemas", schemas, "--out", given.out, ...more];
}

function serve(documents: Readonly<Record<string, unknown>>): DocumentFetch {
  return async (url) => {
    const found = documents[url];
    if (found === undefined)
      throw new DocumentFetchError("STATUS_UNEXPECTED", { status: 404, detail: "404" });
    const bytes = new TextEncoder().encode(JSON.stringify(found));
    return { status: 200, headers: new Headers(), bytes };
  };
}

describe("a profile at an https URL", () => {
  it("is refused without --fetch, which the message names", async () => {
    const run = await runTool([...argsFor(URL), "--json"]);
    expect(run.code).toBe(2);
    expect(diagnosticsIn(run)).toEqual([
      {
        code: "USAGE",
        severity: "error",
        message: `${URL} is not in proto-gen.lock.json, and nothing is fetched without --fetch`,
        hint: "fetch and keep it once: proto-gen generate --fetch",
      },
    ]);
    expect(existsSync(given.out)).toBe(false);
  });

  it("is fetched once, and kept in the working directory for runs without network", async () => {
    const first = await runTool(argsFor(URL, "--fetch"), serve({ [URL]: PROFILE }));
    expect(first).toMatchObject({ code: 0 });
    expect(first.err).toContain(`new: ${URL}\n`);
    expect(readdirSync(".").sort()).toEqual(["proto-gen.lock", "proto-gen.lock.json"]);
    const written = snapshot(given.out);
    expect((await runTool(argsFor(URL))).err).toContain("is up to date");
    expect(await runTool(argsFor(URL, "--force"))).toMatchObject({ code: 0 });
    expect(await runTool(argsFor(URL, "--check"))).toMatchObject({ code: 0 });
    expect(snapshot(given.out)).toEqual(written);
  });

  it("is held to its bytes by --frozen, and by --check that fetches", async () => {
    await runTool(argsFor(URL, "--fetch"), serve({ [URL]: PROFILE }));
    const other = serve({ [URL]: { ...PROFILE, signing_keys: [] } });
    for (const flag of ["--frozen", "--check"]) {
      expect(await runTool(argsFor(URL, "--fetch", flag), serve({ [URL]: PROFILE }))).toMatchObject(
        {
          code: 0,
        },
      );
      const run = await runTool(argsFor(URL, "--fetch", flag), other);
      expect(run.err).toContain(`LOAD_LOCK_MISMATCH: ${URL} does not match its SHA-256`);
    }
  });

  it("is refused where the file that keeps it was altered", async () => {
    await runTool(argsFor(URL, "--fetch"), serve({ [URL]: PROFILE }));
    const [name = ""] = readdirSync("proto-gen.lock");
    writeFileSync(path.join("proto-gen.lock", name), JSON.stringify({ ...PROFILE, more: 1 }));
    const run = await runTool(argsFor(URL));
    expect(run.err).toContain("LOAD_LOCK_INVALID");
  });

  it("may be the platform's, which the lock beside the profile keeps", async () => {
    const profile = path.join(given.directory, "shop.json");
    writeFileSync(profile, JSON.stringify(PROFILE));
    const platform = profileOf(capability(CHECKOUT));
    const args = argsFor(profile, "--platform", URL);
    expect(await runTool([...args, "--fetch"], serve({ [URL]: platform }))).toMatchObject({
      code: 0,
    });
    expect(existsSync(path.join(given.directory, "proto-gen.lock.json"))).toBe(true);
    expect((await runTool(args)).err).toContain("is up to date");
  });

  it("says why it could not be fetched", async () => {
    const run = await runTool(argsFor(URL, "--fetch"), serve({}));
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^FILE_NOT_FOUND: .* could not be fetched: .*404/m);
  });

  it("says what to do where it redirects", async () => {
    const redirect: DocumentFetch = () =>
      Promise.reject(new DocumentFetchError("REDIRECTED", { status: 301, detail: "301" }));
    const run = await runTool(argsFor(URL, "--fetch"), redirect);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^FILE_NOT_FOUND: .* could not be fetched: REDIRECTED: .*301/m);
    expect(run.err).toContain("save the profile and name its file");
  });

  it("reaches nothing on this disk, and has no more authority than its names", async () => {
    const local = [{ version: "2026-01-01", schema: `file://${given.schemas}/checkout.json` }];
    const foreign = [{ version: "2026-01-01", schema: "https://other.org/checkout.json" }];
    for (const [entry, code] of [
      [local, "AUTHORITY_INVALID_URL"],
      [foreign, "AUTHORITY_MISMATCH"],
    ] as const) {
      const profile = profileOf({ [CHECKOUT]: entry }, SERVED);
      const run = await runTool(argsFor(URL, "--fetch"), serve({ [URL]: profile }));
      expect(run).toMatchObject({ code: 4 });
      expect(run.err).toContain(code);
    }
    expect(existsSync("proto-gen.lock.json")).toBe(false);
  });

  it("may not be larger than a profile in a file", async () => {
    const large = { ...PROFILE, pad: "x".repeat(256 * 1024) };
    const run = await runTool(argsFor(URL, "--fetch"), serve({ [URL]: large }));
    expect(run.err).toContain("LOAD_TOO_LARGE");
  });
});

describe("a profile at http on this machine", () => {
  const withEndpoint = (endpoint: string): object =>
    profileOf(capability(CHECKOUT), {
      services: { "com.example.shop": [{ version: "2026-01-01", transport: "a2a", endpoint }] },
    });

  async function served(profile: object): Promise<string> {
    const listening = await listen((_, outgoing) => {
      outgoing.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(profile));
    });
    onTestFinished(() => listening.close());
    return `${listening.origin}/.well-known/proto`;
  }

  it("is refused without --development, which the message names", async () => {
    const run = await runTool(argsFor("http://127.0.0.1:9/.well-known/proto", "--fetch"));
    expect(run.code).toBe(2);
    expect(run.err).toContain("add --development");
  });

  it("is read each time, with its endpoints, and not kept", async () => {
    const url = await served(withEndpoint("http://127.0.0.1:8080/a2a"));
    expect(await runTool(argsFor(url, "--development"))).toMatchObject({ code: 0 });
    expect(readdirSync(".")).toEqual([]);
    expect(await runTool(argsFor(url, "--development", "--check"))).toMatchObject({ code: 0 });
    const manifest = JSON.parse(readFileSync(path.join(given.out, "manifest.json"), "utf8")) as {
      inputs: readonly { uri: string }[];
    };
    expect(manifest.inputs.map(({ uri }) => uri)).toContain("profile");
  });

  it("may be named localhost", async () => {
    const url = (await served(PROFILE)).replace("127.0.0.1", "localhost");
    expect(await runTool(argsFor(url, "--development"))).toMatchObject({ code: 0 });
  });

  it.each([
    "http://shop.example.com/.well-known/proto",
    "http://10.0.0.1/.well-known/proto",
    "http://169.254.169.254/latest",
    "http://127.0.0.1.example.com/profile",
    "http://0.0.0.0:8080/profile",
  ])("is nowhere else: %s", async (url) => {
    const run = await runTool(argsFor(url, "--development", "--fetch"));
    expect(run.code).toBe(2);
    expect(run.err).toContain(`USAGE: ${url} is not https`);
  });

  it("says that nothing answers", async () => {
    const run = await runTool(argsFor("http://127.0.0.1:9/profile", "--development"));
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/FILE_NOT_FOUND: .* could not be fetched: NOT_CONNECTED/);
  });
});

describe("an endpoint at http on this machine", () => {
  const endpoint = "http://localhost:8080/a2a";
  const local = profileOf(capability(CHECKOUT), {
    services: { "com.example.shop": [{ version: "2026-01-01", transport: "a2a", endpoint }] },
  });

  it("is refused without --development, also in a file", async () => {
    writeFileSync(given.profile, JSON.stringify(local));
    const run = await runTool(argsFor(given.profile));
    expect(run.code).toBe(4);
    expect(run.err).toMatch(
      /PROFILE_ENDPOINT_INVALID: .*\n.*\n {2}for a business on this machine, add --dev/,
    );
    expect(await runTool(argsFor(given.profile, "--development"))).toMatchObject({ code: 0 });
  });

  it.each(["http://10.0.0.1/a2a", "http://example.com/a2a", "http://localhost.example.com/a2a"])(
    "is no other: %s",
    async (other) => {
      writeFileSync(given.profile, JSON.stringify(local).replace(endpoint, other));
      const run = await runTool(argsFor(given.profile, "--development"));
      expect(run.err).toContain("PROFILE_ENDPOINT_INVALID");
    },
  );
});
