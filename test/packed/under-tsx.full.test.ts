/** The package as a program imports it that tsx runs: tsx has its own idea of what `import()` of a CommonJS module returns. */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { outDirectory, repository } from "../support/published.js";
import { runCommand } from "../support/user-process.js";

const PROGRAM = `
import { generate } from "proto-gen";
const { files } = await generate({ profile: "./profile.json", only: ["types"] });
console.log(files.some(({ path }) => path === "index.ts"));
`;

describe("the built package under tsx", () => {
  it("generates types", async () => {
    mkdirSync(outDirectory, { recursive: true });
    const program = path.join(outDirectory, "under-tsx.ts");
    writeFileSync(program, PROGRAM);
    const { stdout } = await runCommand("npx", ["tsx", program], { cwd: repository });
    expect(stdout).toBe("true\n");
  }, 120_000);
});
