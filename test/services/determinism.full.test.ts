/** The bundle depends on what the profile says, not on how it is written (§2.1, §8). */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { bundleOf, memoryRelease, ownProfile } from "../support/bundle.js";
import { ownRelease, type Release } from "../support/published.js";
import { vendorRelease } from "../support/vendor-service.js";

type Entries = readonly JsonObject[];

async function contentsOf(release: Release): Promise<Readonly<Record<string, string>>> {
  const { files } = await bundleOf(release, "services-determinism");
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

describe("the bundle of the repository's profile", () => {
  let expected: Readonly<Record<string, string>>;

  beforeAll(async () => {
    expected = await contentsOf(ownRelease);
  }, 60_000);

  it("is the same in two runs (§8)", async () => {
    expect(await contentsOf(ownRelease)).toEqual(expected);
  });

  it("is the same where capabilities, services and handlers are arrays or bindings (§2.1)", async () => {
    const profile = inOtherShape(ownProfile());
    expect(Array.isArray((profile["proto"] as JsonObject)["capabilities"])).toBe(true);
    expect(await contentsOf(memoryRelease("array", profile))).toEqual(expected);
  });

  it("is the same where every object has its keys in reverse, in either shape (§2.1)", async () => {
    for (const profile of [ownProfile(), inOtherShape(ownProfile())])
      expect(await contentsOf(memoryRelease("reversed", reversed(profile) as JsonObject))).toEqual(
        expected,
      );
  });

  it("is the same where two services come in another order (§2.1.1)", async () => {
    const release = vendorRelease();
    const profile = JSON.parse(readFileSync(release.profile, "utf8")) as JsonObject;
    const proto = profile["proto"] as JsonObject;
    const services = Object.entries(proto["services"] as JsonObject);
    expect(services).toHaveLength(2);
    const file = path.join(path.dirname(release.profile), "reversed.json");
    const other = { ...proto, services: Object.fromEntries([...services].reverse()) };
    writeFileSync(file, JSON.stringify({ ...profile, proto: other }));
    expect(await contentsOf({ ...release, profile: file })).toEqual(await contentsOf(release));
  });

  it("is the same where a service's transports come in another order (§2.1.1)", async () => {
    const profile = ownProfile();
    const proto = profile["proto"] as JsonObject;
    const [name, bindings] = Object.entries(proto["services"] as JsonObject)[0] as [
      string,
      Entries,
    ];
    const services = { [name]: [...bindings].reverse() };
    expect(
      await contentsOf(memoryRelease("transports", { ...profile, proto: { ...proto, services } })),
    ).toEqual(expected);
  });
});

/** The array form of capabilities and handlers, and the object form of services (§2.1.1 to §2.1.3). */
function inOtherShape(profile: JsonObject): JsonObject {
  const {
    capabilities,
    services,
    payment_handlers: handlers,
    ...proto
  } = profile["proto"] as JsonObject;
  const named = (registry: Json | undefined): JsonObject[] =>
    Object.entries(registry as Readonly<Record<string, Entries>>).flatMap(([name, entries]) =>
      entries.map((entry) => ({ name, ...entry })),
    );
  const bound = Object.entries(services as Readonly<Record<string, Entries>>).map(
    ([name, entries]) => {
      const [{ version, spec } = {}] = entries;
      const bindings = entries.map(({ transport, schema, endpoint }) => [
        String(transport),
        { schema, endpoint },
      ]);
      return [name, { version, spec, ...Object.fromEntries(bindings) }];
    },
  );
  return {
    ...profile,
    proto: { ...proto, services: Object.fromEntries(bound), capabilities: named(capabilities) },
    payment: {
      handlers: named(handlers).map(({ schema, ...handler }) => ({
        ...handler,
        config_schema: schema as Json,
      })),
    },
  };
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, reversed(each as Json)]);
  return Object.fromEntries(entries.reverse()) as Json;
}
