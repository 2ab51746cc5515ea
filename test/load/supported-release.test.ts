/** Which profile is read for a release: the given one, or the one that it names for that release (§2.1). */

import { describe, expect, it } from "vitest";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import { readDocument, type Document } from "../../src/load/document.js";
import { readProfileSource } from "../../src/load/read-profile-source.js";
import { readSupportedRelease } from "../../src/load/supported-release.js";

const URL = "https://shop.example.com/.well-known/proto";
const EARLIER = "2025-01-01";
const NAMED = `https://shop.example.com/${EARLIER}.json`;

function profile(uri: string, member: object): Document {
  return readDocument(uri, uri, new TextEncoder().encode(JSON.stringify({ proto: member })));
}

function later(supported: object, uri = URL): Document {
  const more = { capabilities: [], supported_versions: supported };
  return profile(uri, { version: "2026-01-01", ...more });
}

const earlier = profile(NAMED, { version: EARLIER, capabilities: [] });

function readFrom(document: Document, answer: Document = earlier): Promise<Document> {
  const read = (url: string): Promise<Document> => {
    expect(url).toBe(NAMED);
    return Promise.resolve(answer);
  };
  return readSupportedRelease(document, { release: EARLIER, read });
}

async function refusal(promise: Promise<unknown>): Promise<Diagnostic | undefined> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ProtoGenError ? error.diagnostics[0] : undefined;
}

describe("the profile of a release", () => {
  it("is the given one where it is of that release", async () => {
    expect(await readFrom(earlier)).toBe(earlier);
  });

  it("is the one that the given one names, and tells who named it", async () => {
    const given = later({ [EARLIER]: NAMED });
    expect(await readFrom(given)).toEqual({ ...earlier, namedBy: given });
  });

  it.each<[string, object, string]>([
    ["others", { "2025-02-02": NAMED }, "it names 2025-02-02"],
    ["none", {}, "leave out --release, or use a profile of that release"],
  ])("is none where the given one names %s", async (_, supported, hint) => {
    expect(await refusal(readFrom(later(supported)))).toMatchObject({
      code: "PROFILE_RELEASE_MISMATCH",
      message: `the profile is of 2026-01-01, and its supported_versions do not name ${EARLIER}`,
      place: { pointer: "/proto/version" },
      hint,
    });
  });

  it("is none where the named one is of another release", async () => {
    const other = profile(NAMED, { version: "2025-03-03", capabilities: [] });
    expect(await refusal(readFrom(later({ [EARLIER]: NAMED }), other))).toMatchObject({
      message: `the profile that is named for ${EARLIER} is of 2025-03-03`,
      place: { file: NAMED, pointer: "/proto/version" },
    });
  });

  it.each([
    ["another origin", "https://elsewhere.example.com/profile.json"],
    ["user information", "https://user@shop.example.com/profile.json"],
    ["a number", 1],
  ])("is not read from a URL with %s", async (_, named) => {
    expect(await refusal(readFrom(later({ [EARLIER]: named })))).toMatchObject({
      code: "PROFILE_RELEASE_MISMATCH",
      hint: "ask the business to serve it at https://shop.example.com",
    });
  });

  it("is not read for a file, which has no origin", async () => {
    const file = later({ [EARLIER]: NAMED }, "profile.json");
    expect(await refusal(readFrom(file))).toMatchObject({
      hint: "give the URL of the profile with --profile",
    });
  });
});

describe("a profile at a URL", () => {
  const lock = {
    file: "proto-gen.lock.json",
    documents: new Map(),
    overlays: new Map(),
    locate: () => undefined,
  };
  const read = (url: string): Promise<Document> =>
    readProfileSource(url, { lock, remote: undefined, development: false });

  it("is to be fetched where no lock file keeps it", async () => {
    expect(await refusal(read(URL))).toMatchObject({
      code: "USAGE",
      hint: expect.stringContaining("--fetch"),
    });
  });

  it.each([
    ["http://shop.example.com/p", "http://shop.example.com/p is not https", /use an https URL/],
    ["http://localhost:3000/p", /is http on this machine/, /^add --development$/],
    ["https://", "https:// is not a URL", undefined],
  ])("is refused: %s", async (url, message, hint) => {
    const found = await refusal(read(url));
    expect(found?.code).toBe("USAGE");
    expect(found?.message).toMatch(message);
    if (hint !== undefined) expect(found?.hint).toMatch(hint);
  });
});
