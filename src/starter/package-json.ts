/** The package.json of a new business. Ranges of packages are those that this package is tested with. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { isCapability } from "@proto-gen/runtime/negotiation";
import type { Model } from "../model/model.js";
import type { StarterOptions } from "./options.js";

export interface PackageVersions {
  /** Of this package, with all that it is developed with. */
  readonly ranges: Readonly<Record<string, string>>;
  /** Where the project gets both packages of proto-gen from: a version, or the path of a package. */
  readonly generator: string;
  readonly runtime: string;
}

export interface ProjectFacts {
  readonly name: string;
  readonly model: Pick<Model, "services" | "agreement">;
  readonly options: StarterOptions;
}

const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  express: ["express"],
  fastify: ["fastify"],
  hono: ["@hono/node-server", "hono"],
  sqlite: ["libsql"],
  postgres: ["pg"],
};
const DEV_DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  express: ["@types/express"],
  postgres: ["@types/pg"],
};
/** What this package itself does without. */
const RANGES: Readonly<Record<string, string>> = { wrangler: "^4.164.0" };

export function packageJson(
  { name, model, options }: ProjectFacts,
  { ranges, generator, runtime }: PackageVersions,
): JsonObject {
  const { framework, store, minimal } = options;
  const ranged = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((each) => [each, ranges[each] ?? RANGES[each] ?? "*"]));
  const chosen = (table: typeof DEPENDENCIES): readonly string[] =>
    [framework, store].flatMap((each) => table[each] ?? []);
  const onWorkers = framework === "workers";
  const canBeBoughtFrom = !minimal && hasCheckout(model);
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    // What wrangler requires.
    engines: { node: onWorkers ? ">=22.12" : ">=20.19" },
    scripts: {
      generate: "proto-gen",
      "generate:check": "proto-gen --check",
      scaffold: "proto-gen scaffold",
      test: minimal ? "tsc" : "tsc && vitest run --silent=passed-only",
      ...(canBeBoughtFrom ? { buy: "tsx test/buy.ts" } : {}),
      ...(onWorkers
        ? { dev: "wrangler dev", deploy: "wrangler deploy" }
        : {
            dev: "tsx watch src/main.ts",
            build: "tsc -p tsconfig.build.json",
            start: "node dist/main.js",
          }),
    },
    dependencies: sorted({
      "@proto-gen/runtime": runtime,
      ...ranged([...peersOf(model), ...chosen(DEPENDENCIES)]),
    }),
    devDependencies: sorted({
      "proto-gen": generator,
      // The script that adds handlers needs it.
      ...ranged(["@types/node", "ts-morph", "typescript"]),
      ...ranged([
        ...(onWorkers ? ["wrangler"] : []),
        ...(onWorkers && !canBeBoughtFrom ? [] : ["tsx"]),
      ]),
      ...ranged(minimal ? [] : ["vitest"]),
      ...ranged(chosen(DEV_DEPENDENCIES)),
      // The tests call it as a platform does.
      ...ranged(overRest(model) ? [] : ["@modelcontextprotocol/client"]),
    }),
  };
}

/** `test/buy.ts` is there for it. */
function hasCheckout({ agreement }: ProjectFacts["model"]): boolean {
  return agreement.capabilities.some(({ name }) => isCapability(name, "checkout"));
}

function overRest({ services }: ProjectFacts["model"]): boolean {
  return services.some(({ rest }) => rest !== undefined);
}

/** Packages that the runtime needs for this profile. */
function peersOf({ services, agreement }: ProjectFacts["model"]): readonly string[] {
  const overMcp = services.some(({ mcp }) => mcp !== undefined);
  const hasMandates = agreement.capabilities.some(({ name }) => isCapability(name, "ap2_mandate"));
  return [...(overMcp ? ["@modelcontextprotocol/server"] : []), ...(hasMandates ? ["jose"] : [])];
}

function sorted(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
