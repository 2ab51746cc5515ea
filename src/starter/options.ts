/** What a new business runs on: its web framework and its storage, and which of them go together. */

import { failure } from "../errors.js";

export const FRAMEWORKS = ["node", "express", "fastify", "hono", "workers"] as const;
export const STORES = ["memory", "sqlite", "postgres"] as const;

export type Framework = (typeof FRAMEWORKS)[number];
export type Store = (typeof STORES)[number];

export interface StarterOptions {
  readonly framework: Framework;
  readonly store: Store;
  /** One file in place of a project's parts. */
  readonly minimal: boolean;
}

/** The storages that a framework can have, the best first. */
const STORES_OF: Readonly<Record<Framework, readonly [Store, ...Store[]]>> = {
  node: ["sqlite", "memory", "postgres"],
  express: ["sqlite", "memory", "postgres"],
  fastify: ["sqlite", "memory", "postgres"],
  hono: ["sqlite", "memory", "postgres"],
  // Workers have no file system, and no TCP connection outlives a request.
  workers: ["memory"],
};

/** @throws ProtoGenError USAGE for a framework and a storage that do not go together, with what does */
export function starterOptions({
  framework = "node",
  store,
  minimal = false,
}: Partial<StarterOptions>): StarterOptions {
  if (minimal && framework === "workers")
    throw failure("USAGE", "--minimal does not work with --framework workers", {
      hint: `use --framework ${FRAMEWORKS.filter((each) => each !== "workers").join(", ")}, or leave out --minimal`,
    });
  // One file keeps its data in memory.
  const possible = minimal ? (["memory"] as const) : STORES_OF[framework];
  if (store === undefined) return { framework, store: possible[0], minimal };
  if (!possible.some((each) => each === store))
    throw storeFailure(store, possible, { framework, minimal });
  return { framework, store, minimal };
}

function storeFailure(
  store: Store,
  possible: readonly Store[],
  { framework, minimal }: Omit<StarterOptions, "store">,
): Error {
  const other = minimal
    ? "leave out --minimal"
    : `another framework: ${frameworksWith(store).join(", ")}`;
  const option = minimal ? "--minimal" : `--framework ${framework}`;
  return failure("USAGE", `--store ${store} does not work with ${option}`, {
    hint: `use --store ${possible.join(" or ")}, or ${other}`,
  });
}

function frameworksWith(store: Store): readonly Framework[] {
  return FRAMEWORKS.filter((each) => STORES_OF[each].includes(store));
}
