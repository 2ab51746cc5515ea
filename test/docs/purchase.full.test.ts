/** The shell commands of `docs/guide/first-platform.md` buy something from the mock. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { codeBlock, readPage } from "../support/documentation.js";
import { openMock } from "../support/mock-process.js";
import { availableReleases, PUBLISHED_HOST, type Release } from "../support/published.js";

const PAGE = "docs/guide/first-platform.md";

/** Earlier releases have no catalog to search. */
const RELEASES = availableReleases.filter(({ name }) => !name.startsWith("2026-01"));

/** What the configuration of the reader's project says. */
function configured({ profile, schemas }: Release): readonly string[] {
  const roots = schemas.map(({ directory }) => `${directory}=${PUBLISHED_HOST}`);
  return ["--profile", profile, ...roots.flatMap((root) => ["--schemas", root])];
}

describe("the purchase of Your first platform", () => {
  it.each(RELEASES)("ends with a delivered order, as its lines stand: $name", async (release) => {
    expect(readPage(PAGE)).toMatch(/^npx proto-gen mock$/m);
    const mock = await openMock(...configured(release));
    try {
      const { url } = mock.opened;
      const lines = codeBlock(PAGE, "sh", "post()").replace("http://127.0.0.1:8080", url);
      // Twice in one shell, as whoever tries it again does.
      const { stdout } = await promisify(execFile)("sh", ["-eu", "-c", `${lines}\n${lines}`]);
      const order = '"order":\\{"id":"(order_checkout_[\\w-]+)","permalink_url":"https:.*"\\}';
      const [, first, second] =
        new RegExp(`^${order}\ndelivered\n${order}\ndelivered\n$`).exec(stdout) ?? [];
      expect(first, stdout).toMatch(/^order_/);
      expect(second).not.toBe(first);
      expect(lines).toContain(url);
    } finally {
      await mock.stop();
    }
  });
});
