/** Keys that replace each other (§5.4), as the storefront has them. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeKeys, keyLines } from "../../templates/storefront/src/keys/change-keys.js";
import { openSigningKeys } from "../../templates/storefront/src/keys/signing-keys.js";
import { openTestShop, type TestShop } from "../../templates/storefront/test/shop-of-test.js";

const DAY = 86_400_000;

let directory: string;
let open: TestShop;
let clock: number;

beforeEach(async () => {
  clock = Date.now();
  directory = mkdtempSync(path.join(tmpdir(), "keys-"));
  open = await openTestShop({}, { directory, now: () => clock });
});

afterEach(async () => {
  await open.close();
  rmSync(directory, { recursive: true, force: true });
});

async function publishedIds(): Promise<string[]> {
  const response = await fetch(`${open.shop.url}/.well-known/proto`);
  const { signing_keys: keys } = (await response.json()) as {
    readonly signing_keys: readonly { readonly kid: string; readonly d?: string }[];
  };
  expect(keys.filter(({ d }) => d !== undefined)).toEqual([]);
  return keys.map(({ kid }) => kid);
}

function change(command?: string, kid?: string): ReturnType<typeof changeKeys> {
  return changeKeys(directory, { command, kid, now: new Date(clock) });
}

async function signing(): Promise<string | undefined> {
  const lines = keyLines(await change());
  return lines.find((line) => line.includes("signs since"))?.split(" ")[0];
}

describe("the keys of a shop", () => {
  it("are two from the start: the one that signs, and the next one, which verifiers know before it signs", async () => {
    const [first, second, ...rest] = await publishedIds();
    expect(rest).toEqual([]);
    expect(await signing()).toBe(first);
    await change("rotate");
    await open.shop.housekeep();
    const [old, current, next] = await publishedIds();
    expect([old, current]).toEqual([first, second]);
    expect(next).not.toBe(second);
    expect(await signing()).toBe(second);
  });

  it("sign for 90 days, and stay published for 7 more", async () => {
    const [first, second] = await publishedIds();
    clock += 90 * DAY - 1;
    await open.shop.housekeep();
    expect(await publishedIds()).toEqual([first, second]);
    clock += 1;
    await open.shop.housekeep();
    expect(await publishedIds()).toEqual([first, second, expect.any(String)]);
    expect(await signing()).toBe(second);
    clock += 7 * DAY - 1;
    await open.shop.housekeep();
    expect(await publishedIds()).toHaveLength(3);
    clock += 1;
    await open.shop.housekeep();
    expect(await publishedIds()).toEqual([second, expect.any(String)]);
  });

  it("lose one at once that somebody has got hold of", async () => {
    const [first, second] = await publishedIds();
    await change("revoke", first);
    await open.shop.housekeep();
    expect(await publishedIds()).toEqual([second, expect.any(String)]);
    expect(await signing()).toBe(second);
    const [, next] = await publishedIds();
    await change("revoke", next);
    await open.shop.housekeep();
    expect(await publishedIds()).not.toContain(next);
    expect(await publishedIds()).toHaveLength(2);
  });

  it("are the same after a restart, however long that took", async () => {
    const [first, second] = await publishedIds();
    const again = await openSigningKeys(directory, () => clock);
    expect(again.published().map(({ kid }) => kid)).toEqual([first, second]);
    expect(again.signer().keyId).toBe(first);
    const later = await openSigningKeys(directory, () => clock + 97 * DAY);
    expect(later.signer().keyId).toBe(second);
    expect(later.published().map(({ kid }) => kid)).toContain(first);
  });

  it("stay as they are for a command that says nothing else", async () => {
    const before = await publishedIds();
    await expect(change("rotat")).rejects.toThrow("npm run keys -- rotate");
    await expect(change("revoke", "other")).rejects.toThrow("the schedule has no key other");
    await expect(
      changeKeys(path.join(directory, "none"), {
        command: "rotate",
        kid: undefined,
        now: new Date(clock),
      }),
    ).rejects.toThrow("npm start makes them");
    await open.shop.housekeep();
    expect(await publishedIds()).toEqual(before);
  });
});
