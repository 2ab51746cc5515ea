/** Compiles and runs the code of `docs/guide/mandates.md`. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ErrorMessage } from "@proto-gen/runtime/error";
import type { FinishedCall, Finisher } from "@proto-gen/runtime/server";
import { beforeAll, expect, it } from "vitest";
import { compileProblems, HAND_WRITTEN } from "../../support/compile.js";
import { createWorld, OFFERED, signed, type World } from "../../support/mandates.js";
import { outDirectory, repository } from "../../support/published.js";

const PAGE = readFileSync(path.join(repository, "docs/guide/mandates.md"), "utf8");
const directory = path.join(outDirectory, "mandate-recipe");
const file = path.join(directory, "mandates.ts");
const AGENT = "https://agent.example/profile.json";

let world: World;

function shopOf({ business, platform }: World): string {
  const profile = { signing_keys: [platform.publicKey] };
  return `
import { approvedPlatforms } from "@proto-gen/runtime/server";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
import type { PrivateJwk, PublicJwk } from "@proto-gen/runtime/signature";
export const answered = new Map<string, object>();
export const keys: { readonly private: PrivateJwk; readonly public: PublicJwk } = {
  private: ${JSON.stringify(business.privateKey)},
  public: ${JSON.stringify(business.publicKey)},
};
export const platforms: PlatformProfiles = approvedPlatforms({
  "${AGENT}": ${JSON.stringify(profile)},
});
`;
}

beforeAll(async () => {
  world = await createWorld();
  mkdirSync(directory, { recursive: true });
  const blocks = [...PAGE.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const recipe = blocks.find((block) => block.includes("runtime/jose")) ?? "";
  const generated = path.relative(directory, path.join(repository, "generated"));
  writeFileSync(file, recipe.replaceAll('"./generated/', `"${generated}/`));
  writeFileSync(path.join(directory, "shop.ts"), shopOf(world));
  // The compiler reads declarations, which a build writes.
}, 180_000);

it("compiles", () => {
  const options = { ...HAND_WRITTEN, types: ["node"] };
  expect(readFileSync(file, "utf8")).toContain("verifyMerchantAuthorization");
  expect(compileProblems({ files: [file], options })).toEqual([]);
});

interface Recipe {
  readonly finishers: Readonly<Record<string, Finisher>>;
  problemWith(mandate: string, id: string, context: object): Promise<ErrorMessage | undefined>;
  isOffered(checkout: object, profile: { signing_keys: unknown }): Promise<boolean>;
}

it("signs, verifies, and lets its buyer's mandate complete", async () => {
  const { finishers, problemWith, isOffered } = (await import(pathToFileURL(file).href)) as Recipe;
  const finisher = finishers["dev.proto.shopping.ap2_mandate"]!;
  const checkout = await finisher(OFFERED, {} as FinishedCall);
  expect(await isOffered(checkout, { signing_keys: [world.business.publicKey] })).toBe(true);
  expect(await isOffered(checkout, { signing_keys: [world.platform.publicKey] })).toBe(false);
  const exp = Math.floor(Date.now() / 1_000) + 300;
  const claims = { exp, checkout, aud: "https://shop.example" };
  const context = { platform: { profile: AGENT, envelope: { name: "proto" } } };
  const problemOf = async (by: World["platform"], header = {}) =>
    problemWith(await signed(claims, { by, header }), "checkout_1", context);
  expect(await problemOf(world.platform)).toBeUndefined();
  const kid = world.platform.publicKey.kid;
  expect(await problemOf(world.stranger, { kid })).toMatchObject({
    code: "mandate_invalid_signature",
  });
});
