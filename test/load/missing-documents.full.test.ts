/**
 * All that is missing at once: one run names every document, grouped by the `--schemas` that brings it, and whoever follows
 * the printed line to the letter has a run that succeeds (DESIGN §4).
 */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isMainThread } from "node:worker_threads";
import {
  DOCUMENT_FETCH_ERRORS,
  DocumentFetchError,
  type DocumentFetch,
  type DocumentFetchErrorCode,
} from "@proto-gen/runtime/profile";
import { isVersion } from "@proto-gen/runtime/negotiation";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { loopbackFetch } from "../../src/load/fetch-remote.js";
import { causeOfFailure, isNotAtHand, NO_SOURCE } from "../../src/load/missing-cause.js";
import { groupByPrefix, schemaHint } from "../../src/load/schemas-hint.js";
import { deployed, publishedProfile, siteOf } from "../support/deployed-release.js";
import { published, PUBLISHED_HOST, publishedReleases } from "../support/published.js";
import { diagnosticsIn, runTool, type RunResult } from "../support/release.js";
import { put, temporaryDirectory } from "../write/temporary.js";

const VERSION = "2026-01-01";

type Documents = Readonly<Record<string, unknown>>;

/** A capability of a vendor, whose schema is at a URL. */
function capabilities(urls: readonly string[]): object {
  return Object.fromEntries(
    urls.map((schema, index) => {
      const host = new URL(schema).hostname.split(".").reverse().join(".");
      const version = schema.split("/").find((name) => isVersion(name)) ?? VERSION;
      return [`${host}.shop.c${index}`, [{ version, schema }]];
    }),
  );
}

function profileOf(urls: readonly string[], more: object = {}): object {
  return { proto: { version: VERSION, capabilities: capabilities(urls), ...more } };
}

interface Workplace {
  readonly directory: string;
  run(...more: readonly string[]): Promise<RunResult>;
}

function workplace(profile: unknown): Workplace {
  const directory = temporaryDirectory();
  put(directory, "profile.json", JSON.stringify(profile));
  const args = ["--profile", `${directory}/profile.json`, "--out", `${directory}/out`];
  return { directory, run: (...more) => runTool([...args, ...more]) };
}

/** The prefixes that a run asks for. */
function prefixesIn({ err }: RunResult): readonly string[] {
  const lines = err.split("\n").filter((each) => each.trimStart().startsWith("provide "));
  return lines.flatMap((each) => /--schemas DIR=([^\s,]+)/.exec(each)?.[1] ?? []);
}

/** Puts what a host has below each prefix where the line says. */
function follow(
  { directory }: Workplace,
  prefixes: readonly string[],
  documents: Documents,
): string[] {
  return prefixes.flatMap((prefix, index) => {
    const folder = path.join(directory, `given-${index}`);
    mkdirSync(folder, { recursive: true });
    for (const [url, content] of Object.entries(documents))
      if (url.startsWith(`${prefix}/`))
        put(folder, url.slice(prefix.length + 1), JSON.stringify(content));
    return ["--schemas", `${folder}=${prefix}`];
  });
}

describe("missing documents", () => {
  it("are named in one run, from the profile, in schemas and in services", async () => {
    const urls = ["https://a.example.com/x/one.json", "https://b.example.com/y/two.json"];
    const service = {
      "com.example.a.shop": [
        { version: VERSION, transport: "rest", schema: "https://a.example.com/x/rest.json" },
      ],
    };
    const given = workplace(
      profileOf([...urls, "https://c.example.com/z/three.json"], { services: service }),
    );
    const three = { properties: { n: { $ref: "https://d.example.com/v/four.json" } } };
    put(given.directory, "c/three.json", JSON.stringify(three));
    const run = await given.run("--schemas", `${given.directory}/c=https://c.example.com/z`);
    expect(run.code).toBe(3);
    for (const url of [
      ...urls,
      "https://a.example.com/x/rest.json",
      "https://d.example.com/v/four.json",
    ])
      expect(run.err).toContain(url);
    expect(prefixesIn(run)).toEqual([
      "https://a.example.com/x",
      "https://b.example.com/y",
      "https://d.example.com/v",
    ]);
    expect(run.err.match(/_UNRESOLVED: /g)).toHaveLength(3);
  });

  it.each<[string, readonly string[]]>([
    ["one document", ["https://a.example.com/one.json"]],
    [
      "one at the top of a host, and one below",
      ["https://a.example.com/one.json", "https://a.example.com/x/y/two.json"],
    ],
    [
      "two beside one another",
      ["https://a.example.com/x/one.json", "https://a.example.com/y/two.json"],
    ],
    [
      "two releases",
      ["https://a.example.com/2026-01-01/one.json", "https://a.example.com/2026-01-23/x/two.json"],
    ],
    [
      "a release, and what is beside it",
      ["https://a.example.com/s/2026-01-01/x/one.json", "https://a.example.com/s/two.json"],
    ],
    ["the draft", ["https://a.example.com/schemas/draft/x/one.json"]],
    [
      "a directory of schemas",
      [
        "https://a.example.com/v1/schemas/x/one.json",
        "https://a.example.com/v1/schemas/y/z/two.json",
      ],
    ],
    [
      "names with escapes",
      ["https://a.example.com/a%20b/one.json", "https://a.example.com/x/c%23d.json"],
    ],
    [
      "names that a shell reads",
      ["https://a.example.com/x/$(touch pwned)/one.json", "https://a.example.com/x/;y'/two.json"],
    ],
  ])("are found where the printed line says: %s", async (_, urls) => {
    const given = workplace(profileOf(urls));
    const missing = await given.run();
    expect(missing.code).toBe(3);
    const prefixes = prefixesIn(missing);
    expect(prefixes.every((each) => /^https:[\w./~:@+,-]+$/.test(each))).toBe(true);
    const documents: Record<string, unknown> = {};
    for (const url of urls) documents[decodeURIComponent(url)] = { type: "object" };
    const flags = follow(given, prefixes, documents);
    const followed = await given.run(...flags);
    expect(followed.code, followed.err).toBe(0);
  });

  it.each([
    "https://a.example.com/one.json?v=1",
    "https://A.example.com/one.json",
    "https://a.example.com/x/../one.json",
    "https://a.example.com/%6fne.json",
  ])("are found by $id where no prefix brings them: %s", async (url) => {
    const given = workplace(profileOf([url]));
    const { err } = await given.run();
    expect(err).toContain("provide it with --schemas DIR: a file whose $id is the URL");
    put(given.directory, "any/file.json", JSON.stringify({ $id: url, type: "object" }));
    expect(await given.run("--schemas", `${given.directory}/any`)).toMatchObject({ code: 0 });
  });

  it("are counted where there are many, and each is asked for once", async () => {
    const $ref = (index: number): string => `https://a.example.com/x/s${index % 50}.json`;
    const anyOf = Array.from({ length: 500 }, (_, index) => ({ $ref: $ref(index) }));
    const given = workplace(profileOf(["https://b.example.com/y/one.json"]));
    put(given.directory, "b/one.json", JSON.stringify({ anyOf }));
    const { err } = await given.run("--schemas", `${given.directory}/b=https://b.example.com/y`);
    expect(err).toContain(
      "49 more documents below https://a.example.com/x are missing, of which 19 are shown",
    );
    expect(err.split("\n").length).toBeLessThan(30);
  });

  it("of payment handlers are warnings, grouped as others are", async () => {
    const handler = (name: string): object[] => [
      { id: name, version: VERSION, schema: `https://pay.example.com/x/${name}.json` },
    ];
    const handlers = { "com.example.pay.a": handler("a"), "com.example.pay.b": handler("b") };
    const given = workplace(
      profileOf(["https://a.example.com/x/one.json"], { payment_handlers: handlers }),
    );
    put(given.directory, "a/one.json", "{}");
    const run = await given.run(
      "--schemas",
      `${given.directory}/a=https://a.example.com/x`,
      "--json",
    );
    expect(run.code).toBe(0);
    const found = diagnosticsIn(run).filter(({ code }) => code === "LOAD_HANDLER_UNRESOLVED");
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(
      "; 1 more document below https://pay.example.com/x is missing",
    );
    const failed = await given.run();
    expect(failed.code).toBe(3);
    expect(failed.err).toMatch(/^LOAD_SCHEMA_UNRESOLVED/);
    expect(failed.err).toContain("\nwarning: LOAD_HANDLER_UNRESOLVED");
  });
});

describe.skipIf(published === undefined)("a release that is not at hand", () => {
  it.each(publishedReleases)("is brought by the printed line: $name", async (release) => {
    const source = release.schemas[0]?.directory as string;
    for (const [profile, directory, prefix] of [
      [publishedProfile(release), deployed(source, release.name), siteOf(release)],
      [publishedProfile(release), source, siteOf(release)],
      [JSON.parse(readFileSync(release.profile, "utf8")) as object, source, PUBLISHED_HOST],
    ] as const) {
      const given = workplace(profile);
      const missing = await given.run();
      const own = prefixesIn(missing).filter((each) => each.startsWith(PUBLISHED_HOST));
      expect(new Set(own)).toEqual(new Set([prefix]));
      cpSync(directory, `${given.directory}/given`, { recursive: true });
      const flags = ["--schemas", `${given.directory}/given=${prefix}`];
      expect(await given.run(...flags)).toMatchObject({ code: 0 });
    }
  });
});

describe("a host that does not send a document as it must", () => {
  const send =
    (type: string, more: object = {}) =>
    (response: ServerResponse): void => {
      response.writeHead(200, { "content-type": type, ...more }).end("{}");
    };
  const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
    redirect: (response) => response.writeHead(302, { location: "/elsewhere.json" }).end(),
    html: send("text/html"),
    gzip: send("application/json", { "content-encoding": "gzip" }),
    gone: (response) => response.writeHead(410).end(),
    busy: (response) => response.writeHead(503).end(),
  };

  it("is named with the cause, and the line that helps", async () => {
    const server = createServer(({ url = "" }, response) => {
      ANSWERS[url.slice(1).split("/")[0] ?? ""]?.(response);
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetch: DocumentFetch = (url, request) => {
      const { hostname, pathname } = new URL(url);
      return loopbackFetch(`${origin}/${hostname.split(".")[0]}${pathname}`, request);
    };
    const names = Object.keys(ANSWERS);
    const directory = temporaryDirectory();
    const urls = names.map((name) => `https://${name}.example.com/x/one.json`);
    put(directory, "profile.json", JSON.stringify(profileOf(urls)));
    const args = ["--profile", `${directory}/profile.json`, "--out", `${directory}/out`, "--fetch"];
    const run = await runTool(args, fetch);
    expect(run.code).toBe(3);
    const expected = {
      redirect: "REDIRECTED: The answer is a redirect, which is not followed. 302",
      html: "TYPE_UNEXPECTED: The Content-Type of the answer is not a JSON type. text/html",
      gzip: "ENCODED: The answer is compressed, which was not asked for. gzip",
      gone: "STATUS_UNEXPECTED: The answer's status is not 200. 410",
      busy: "STATUS_UNEXPECTED: The answer's status is not 200. 503",
    };
    for (const [name, cause] of Object.entries(expected)) {
      expect(run.err).toContain(
        `https://${name}.example.com/x/one.json, which no source contains, and fetching it failed: ${cause}`,
      );
      expect(run.err).toContain(`provide it with --schemas DIR=https://${name}.example.com/x\n`);
    }
    expect(run.err).not.toContain("generate --fetch");
  });

  it("is asked no second time where it is not reached", async () => {
    const asked: string[] = [];
    const fetch: DocumentFetch = (url) => {
      asked.push(url);
      return Promise.reject(new DocumentFetchError("TIMEOUT"));
    };
    const directory = temporaryDirectory();
    const urls = [1, 2, 3].map((each) => `https://a.example.com/x/${each}.json`);
    put(directory, "profile.json", JSON.stringify(profileOf(urls)));
    const run = await runTool(["--profile", `${directory}/profile.json`, "--fetch"], fetch);
    expect(run.code).toBe(3);
    for (const url of urls)
      expect(run.err).toContain(
        `${url}, which no source contains, and fetching it failed: TIMEOUT`,
      );
    expect(asked).toHaveLength(1);
  });
});

describe("the cause of a missing document", () => {
  const status = (code: number): boolean =>
    isNotAtHand(causeOfFailure({ code: "STATUS_UNEXPECTED", status: code, message: "" }));

  it("tells what is not at hand from what a later run may find", () => {
    expect(isNotAtHand(NO_SOURCE)).toBe(true);
    expect([404, 410].map(status)).toEqual([true, true]);
    expect([401, 403, 408, 418, 429, 500, 502, 503, 504, 206].some(status)).toBe(false);
    const codes = Object.keys(DOCUMENT_FETCH_ERRORS) as DocumentFetchErrorCode[];
    const final = codes.filter((code) => isNotAtHand(causeOfFailure({ code, message: "" })));
    expect(final).toEqual(["REDIRECTED", "TYPE_UNEXPECTED", "ENCODED"]);
  });
});

describe("the line that brings a document", () => {
  it.each([
    ["urn:example:one", "--schemas DIR: a file whose $id is the URL"],
    ["http://a.example.com/x/one.json", "--schemas DIR: a file whose $id is the URL"],
    ["https://a:b@a.example.com/x/one.json", "--schemas DIR: a file whose $id is the URL"],
    ["https://a.example.com/x/", "--schemas DIR: a file whose $id is the URL"],
    ["https://a.example.com/x/..%2f..%2fone.json", "--schemas DIR: a file whose $id is the URL"],
    ["one.json", "correct the URL"],
    ["https://a.example.com:8443/x/one.json", "DIR=https://a.example.com:8443/x"],
  ])("of %s", (url, hint) => {
    expect(schemaHint(url)).toContain(hint);
  });

  it("keeps each URL in one group", () => {
    const urls = ["https://a.b/x/1", "https://a.b/y/1", "https://a.b/2026-01-01/1", "urn:a:b"];
    expect([...groupByPrefix(urls)]).toEqual([
      ["https://a.b", urls.slice(0, 2)],
      ["https://a.b/2026-01-01", [urls[2]]],
      [undefined, [urls[3]]],
    ]);
  });
});

// Worker threads, in which mutants are judged, have no directory of their own.
describe.runIf(isMainThread)("an empty folder", () => {
  let before: string;
  beforeEach(() => {
    before = process.cwd();
    process.chdir(temporaryDirectory());
  });
  afterEach(() => process.chdir(before));

  it.skipIf(published === undefined)(
    "needs a profile's URL and --fetch, no other flag",
    async () => {
      const release = publishedReleases.at(-1);
      if (release === undefined) return;
      const site = deployed(release.schemas[0]?.directory as string, release.name);
      const URL = "https://shop.example.com/.well-known/ucp";
      const fetch: DocumentFetch = async (url) => {
        const file = path.join(site, url.slice(siteOf(release).length + 1));
        if (url !== URL && !existsSync(file))
          throw new DocumentFetchError("STATUS_UNEXPECTED", { status: 404 });
        const bytes =
          url === URL
            ? new TextEncoder().encode(JSON.stringify(publishedProfile(release)))
            : new Uint8Array(readFileSync(file));
        return { status: 200, headers: new Headers(), bytes };
      };
      expect(await runTool(["--profile", URL, "--fetch"], fetch)).toMatchObject({ code: 0 });
      expect(readdirSync(".").sort()).toEqual([
        "generated",
        "proto-gen.lock",
        "proto-gen.lock.json",
      ]);
      expect(readdirSync("generated")).toContain("client.ts");
      expect((await runTool(["--profile", URL])).err).toContain("is up to date");
    },
  );
});
