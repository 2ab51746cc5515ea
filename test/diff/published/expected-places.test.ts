/** The list of what changed between the published releases: it names places that exist, and every file that changed. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { published } from "../../support/published.js";

interface Expectation {
  readonly rule: string;
  readonly direction: string | null;
  readonly at: string;
  readonly side: Side;
  readonly alternatives?: readonly { readonly rule: string; readonly at: string }[];
}

type Side = "before" | "after";

const RELEASES = { before: "2026-01-11", after: "2026-01-23" } as const;

const expectations = JSON.parse(
  readFileSync(new URL("expected.json", import.meta.url), "utf8"),
) as readonly Expectation[];

describe.skipIf(published === undefined)("the changes that a person read", () => {
  it("stand on the side that they name", () => {
    expect(expectations.filter(({ at, side }) => !exists(side, at))).toEqual([]);
  });

  it("have alternatives that stand on one of the sides", () => {
    const places = expectations.flatMap(({ alternatives = [] }) => alternatives);
    expect(places.filter(({ at }) => !exists("before", at) && !exists("after", at))).toEqual([]);
  });

  it("are each there once", () => {
    const keys = expectations.map(({ rule, direction, at, side }) =>
      [rule, direction, at, side].join(" "),
    );
    expect(keys).toEqual([...new Set(keys)]);
  });

  it("name every file whose content changed", () => {
    const named = new Set(
      expectations.flatMap(({ at, alternatives = [] }) =>
        [at, ...alternatives.map((other) => other.at)].map(fileOf),
      ),
    );
    const files = new Set([...filesOf("before"), ...filesOf("after")]);
    const changed = [...files].filter(
      (file) => !isDeepStrictEqual(documentOf("before", file), documentOf("after", file)),
    );
    expect(changed.filter((file) => !named.has(file))).toEqual([]);
    expect(changed).toHaveLength(29);
  });
});

function exists(side: Side, at: string): boolean {
  const document = documentOf(side, fileOf(at));
  const found = tokensOf(at).reduce<unknown>(
    (value, token) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, token)
        ? Reflect.get(value, token)
        : undefined,
    document,
  );
  return found !== undefined;
}

function fileOf(at: string): string {
  return at.slice(0, at.indexOf("#"));
}

function tokensOf(at: string): readonly string[] {
  const tokens = at.slice(at.indexOf("#") + 1).split("/");
  return tokens.slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function filesOf(side: Side): readonly string[] {
  return readdirSync(sourceOf(side), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  );
}

/** Undefined where the side has no such file. */
function documentOf(side: Side, file: string): unknown {
  const place = path.join(sourceOf(side), file);
  return existsSync(place) ? JSON.parse(readFileSync(place, "utf8")) : undefined;
}

function sourceOf(side: Side): string {
  return path.join(published ?? "", RELEASES[side], "source");
}
