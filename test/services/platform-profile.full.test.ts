/**
 * A platform's profile (§2.1): its services name their documents and have no endpoint, or it has no services. It is held
 * against what its release says of platforms, in both shapes of the registry, and its client is made of those documents.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatDiagnostic, ProtoGenError } from "../../src/errors.js";
import { generate } from "../../src/generate.js";
import { loopbackFetch } from "../../src/load/fetch-remote.js";
import {
  ownRelease,
  published,
  PUBLISHED_HOST,
  publishedReleases,
  type Release,
} from "../support/published.js";
import { runTool } from "../support/release.js";
import { put, temporaryDirectory } from "../write/temporary.js";

const RELEASES = [ownRelease, ...(published === undefined ? [] : publishedReleases)];
const REGISTRIES = ["services", "payment_handlers"];

interface Outcome {
  readonly paths: readonly string[];
  /** As `CODE pointer`, those of a profile's shape alone. */
  readonly found: readonly string[];
}

async function run(
  profile: JsonObject,
  { schemas }: Pick<Release, "schemas">,
  platform?: JsonObject,
): Promise<Outcome> {
  const directory = temporaryDirectory();
  const file = (name: string, root: JsonObject): string => {
    put(directory, name, JSON.stringify(root, undefined, 2));
    return path.join(directory, name);
  };
  const given = platform === undefined ? {} : { platform: file("platform.json", platform) };
  try {
    const options = { profile: file("profile.json", profile), schemas, ...given };
    const { files, notices } = await generate(options);
    return { paths: files.map((each) => each.path), found: codesOf(notices) };
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return { paths: [], found: codesOf(error.diagnostics) };
  }
}

/** Some releases forget their version, or require configuration that this profile lacks. */
const CODES_OF_SHAPE: ReadonlySet<string> = new Set([
  ...[
    "PROFILE_INVALID",
    "PROFILE_OPTIONAL_MEMBER",
    "PROFILE_MEMBER_MISSPELT",
    "PROFILE_UNKNOWN_TRANSPORT",
  ],
]);

function codesOf(all: ProtoGenError["diagnostics"]): readonly string[] {
  return all
    .filter(({ code }) => CODES_OF_SHAPE.has(code))
    .map(({ code, place }) => `${code} ${place?.pointer ?? ""}`);
}

/** The release's own profile as a platform's: without endpoints, and without configuration of a business. */
function platformOf({ profile }: Release): { readonly name: string; readonly root: JsonObject } {
  const read = JSON.parse(readFileSync(profile, "utf8")) as JsonObject;
  const [name = "", member] =
    Object.entries(read).find(([, each]) => (each as JsonObject)["version"] !== undefined) ?? [];
  const own = withoutMembers(member as Json, new Set(["endpoint", "config"]));
  return { name, root: { [name]: { ...(own as JsonObject), payment_handlers: {} } } };
}

function withoutMembers(value: Json, names: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withoutMembers(each, names));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).filter(([key]) => !names.has(key));
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutMembers(each, names)]));
}

function lacking({ name, root }: ReturnType<typeof platformOf>, registry: string): JsonObject {
  const { [registry]: _, ...member } = root[name] as JsonObject;
  return { [name]: member };
}

describe.each(RELEASES)("a platform's profile of $name", (release) => {
  it("gives a client and no server where its services have no endpoint", async () => {
    const { paths, found } = await run(platformOf(release).root, release);
    expect(found).toEqual([]);
    expect(paths).toContain("client.ts");
    expect(paths).not.toContain("server.ts");
  });

  it.each(REGISTRIES)("is generated for with at most a warning without %s", async (registry) => {
    const platform = platformOf(release);
    const { paths, found } = await run(lacking(platform, registry), release);
    const requires = release.name !== "repository" && REQUIRED[release.name]?.includes(registry);
    const warning = `PROFILE_OPTIONAL_MEMBER /${platform.name}/${registry}`;
    expect(found).toEqual(requires === true ? [warning] : []);
    expect(paths).toContain("client.ts");
  });

  it("is held to the same beside a business's", async () => {
    const business = JSON.parse(readFileSync(release.profile, "utf8")) as JsonObject;
    const { name, root } = platformOf(release);
    const { found } = await run(business, release, root);
    expect(found).toEqual([]);
    const short = await run(business, release, lacking({ name, root }, "services"));
    expect(short.found.some((each) => each.startsWith("PROFILE_INVALID"))).toBe(false);
  });

  it("is no business's that forgot one endpoint of two", async () => {
    const read = JSON.parse(readFileSync(release.profile, "utf8")) as JsonObject;
    const text = JSON.stringify(read).replace(/,"endpoint":"[^"]*"/, "");
    const { found } = await run(JSON.parse(text) as JsonObject, release);
    expect(found).toContainEqual(expect.stringMatching(/^PROFILE_INVALID .*\/services\//));
  });
});

/** What the releases require of a platform. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  "2026-01-11": ["services"],
  "2026-01-23": REGISTRIES,
  "2026-04-08": REGISTRIES,
};

/** Its services do not name their pages, which 2026-04-08 requires of a platform alone. */
function lackingSpec({ name, root }: ReturnType<typeof platformOf>): JsonObject {
  const member = root[name] as JsonObject;
  const services = withoutMembers(member["services"] as Json, new Set(["spec"]));
  return { [name]: { ...member, services } };
}

describe.skipIf(published === undefined)("a platform's profile that its release refuses", () => {
  const release = publishedReleases.at(-1) as Release;

  it("is told so by the rule for platforms", async () => {
    const { name, root } = platformOf(release);
    const directory = temporaryDirectory();
    put(directory, "profile.json", JSON.stringify(lackingSpec({ name, root })));
    const file = path.join(directory, "profile.json");
    const run = generate({ profile: file, schemas: release.schemas });
    const error: unknown = await run.catch((reason: unknown) => reason);
    const [first] = error instanceof ProtoGenError ? error.diagnostics : [];
    const text = first === undefined ? "" : formatDiagnostic(first);
    expect(text).toContain("/spec is required");
    expect(text).toContain("/$defs/platform_schema/");
    expect(text).not.toContain("business");
  });

  it("is told so before anything that is only noticed, which is marked as a warning", async () => {
    const { name, root } = platformOf(release);
    const directory = temporaryDirectory();
    put(directory, "platform.json", JSON.stringify(lackingSpec({ name, root })));
    const schemas = `${release.schemas[0]?.directory}=${PUBLISHED_HOST}`;
    const args = ["--profile", release.profile, "--platform", `${directory}/platform.json`];
    const { code, err } = await runTool([...args, "--schemas", schemas, "--dry-run"]);
    expect(code).toBe(3);
    const codes: readonly string[] = err.match(/^(?:warning: )?[A-Z][A-Z_]+(?=:)/gm) ?? [];
    expect(codes[0]).toBe("PROFILE_INVALID");
    expect(codes).toContain("warning: PROFILE_NO_CONFIG");
    expect(codes.lastIndexOf("PROFILE_INVALID")).toBeLessThan(
      codes.findIndex((each) => each.startsWith("warning: ")),
    );
  });

  it("has a client of the documents that its services name and a host sends", async () => {
    const { root } = platformOf(release);
    const directory = release.schemas[0]?.directory as string;
    const server = createServer(({ url = "" }, response) => {
      const [, file = ""] = /^\/((?:schemas|services)\/[\w./-]+)$/.exec(url) ?? [];
      response.writeHead(200, { "content-type": "application/json" });
      if (url === "/platform.json") response.end(JSON.stringify(root));
      else response.end(readFileSync(path.join(directory, file)));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { files, fetched } = await generate({
      profile: `${origin}/platform.json`,
      development: true,
      remote: {
        fetchDocument: (url, request) =>
          loopbackFetch(url.replace(PUBLISHED_HOST, origin), request),
      },
    });
    const paths = files.map((each) => each.path);
    expect(paths).toContain("client.ts");
    expect(paths).not.toContain("server.ts");
    expect(fetched.map(({ url }) => url)).toContainEqual(expect.stringContaining("/services/"));
  });
});
