/** Every command that reads a release reads both of its forms: its own files, and what its site makes of them (DESIGN §4). */

import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { beforeEach, describe, expect, it } from "vitest";
import { deployed, publishedProfile, siteOf } from "../support/deployed-release.js";
import { published, publishedReleases } from "../support/published.js";
import { runTool } from "../support/release.js";
import { put, temporaryDirectory } from "../write/temporary.js";

/** A file that says another `$id` than that of its place refers by the one or by the other: only its author minds. */
const OF_AUTHORS: ReadonlySet<unknown> = new Set(["LOAD_REF_BY_PLACE", "id-wrong"]);
/** Where something stands in a file: the site prints its files anew. */
const OF_PLACES: ReadonlySet<string> = new Set(["line", "column", "fingerprint", "directory"]);

describe.skipIf(published === undefined).each(publishedReleases)(
  "$name in both forms",
  (release) => {
    let profile: string;
    let site: string;
    const source = release.schemas[0]?.directory as string;
    beforeEach(() => {
      const directory = temporaryDirectory();
      put(directory, "profile.json", JSON.stringify(publishedProfile(release)));
      put(directory, "payload.json", JSON.stringify({ id: 1, line_items: [{}] }));
      profile = path.join(directory, "profile.json");
      site = deployed(source, release.name);
    });

    /** What a command prints as JSON, without what differs between two files of one content. */
    async function printed(form: string, args: readonly string[]): Promise<[number, Json]> {
      const { code, out, err } = await runTool([...args, "--json"]);
      expect(out, err).not.toBe("");
      return [code, comparable(JSON.parse(out) as Json, form)];
    }

    function comparable(value: Json, form: string): Json {
      if (typeof value === "string") return value.replaceAll(form, "FORM");
      if (Array.isArray(value))
        return value
          .filter((each: Json) => !isOfAuthors(each))
          .map((each: Json) => comparable(each, form));
      if (typeof value !== "object" || value === null) return value;
      const entries = Object.entries(value as JsonObject).filter(([name]) => !OF_PLACES.has(name));
      return Object.fromEntries(entries.map(([name, each]) => [name, comparable(each, form)]));
    }

    function isOfAuthors(value: Json): boolean {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      const { code, rule } = value as JsonObject;
      return OF_AUTHORS.has(code) || OF_AUTHORS.has(rule);
    }

    async function expectSame(args: (form: string) => readonly string[]): Promise<number> {
      const [code, first] = await printed(source, args(source));
      expect(await printed(site, args(site))).toEqual([code, first]);
      return code;
    }

    const input = (form: string): readonly string[] => [
      ...["--profile", profile, "--schemas", `${form}=${siteOf(release)}`],
    ];

    it("is listed alike", async () => {
      expect(await expectSame((form) => ["list", ...input(form)])).toBe(0);
    });

    it("is inspected alike", async () => {
      expect(await expectSame((form) => ["inspect", "Checkout", ...input(form)])).toBe(0);
    });

    it("is resolved alike", async () => {
      expect(await expectSame((form) => ["resolve", "Checkout", ...input(form)])).toBe(0);
    });

    it("validates alike", async () => {
      const payload = path.join(path.dirname(profile), "payload.json");
      const args = ["validate", payload, "--type", "Checkout"];
      expect(await expectSame((form) => [...args, ...input(form)])).toBe(1);
    });

    it("is linted alike", async () => {
      await expectSame((form) => ["lint", form]);
    });

    it("does not differ", async () => {
      const { code, out } = await runTool(["diff", source, site, "--json"]);
      expect(code).toBe(0);
      expect((JSON.parse(out) as { changes: unknown[] }).changes).toEqual([]);
    });
  },
);
