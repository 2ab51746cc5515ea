/** `generate --watch`, as a process of its own. */

import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createRandom } from "../support/oracle/random.js";
import { checkoutSchema, giftSchema, runTool, SCHEMAS, snapshot } from "../support/release.js";
import { CONFIG, project, watch, write } from "../support/watching.js";

describe("generate --watch", () => {
  it("generates what a changed schema leads to, and ends with 0", async () => {
    const { directory, schemas, out } = project();
    const watching = watch(directory);
    await watching.until(/watching \d+ sources/);
    write(path.join(schemas, "checkout.json"), checkoutSchema({ added: { type: "boolean" } }));
    await watching.until(/wrote [1-9]/);
    const types = readFileSync(path.join(out, "capabilities/com/example/shop/checkout.ts"), "utf8");
    expect(types).toContain("added");
    expect(await watching.end()).toBe(0);
  });

  it("reports an error, and says when it is fixed", async () => {
    const { directory, schemas } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    writeFileSync(path.join(schemas, "gift.json"), "{");
    await watching.until(/JSON_SYNTAX: [\s\S]*gift\.json:1/);
    write(path.join(schemas, "gift.json"), giftSchema({ note: { type: "integer" } }));
    await watching.until(/wrote [1-9][\s\S]*all errors are fixed/);
    await watching.end();
  });

  it("starts with an error as well, and sees a file that was missing", async () => {
    const { directory, schemas } = project();
    const aside = path.join(directory, "gift.json");
    renameSync(path.join(schemas, "gift.json"), aside);
    const watching = watch(directory);
    await watching.until(/SCHEMA_NOT_FOUND|REF_|gift\.json[\s\S]*watching/);
    renameSync(aside, path.join(schemas, "gift.json"));
    await watching.until(/wrote [1-9][\s\S]*all errors are fixed/);
    await watching.end();
  });

  it("reads the configuration again, with other sources and another directory", async () => {
    const { directory, schemas } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    cpSync(schemas, path.join(directory, "other"), { recursive: true });
    write(path.join(directory, "proto-gen.config.json"), {
      ...CONFIG,
      schemas: [`./other=${SCHEMAS}`],
      out: "./again",
    });
    await watching.until(/wrote \d+ files to again\//);
    write(
      path.join(directory, "other/checkout.json"),
      checkoutSchema({ more: { type: "boolean" } }),
    );
    await watching.until(/wrote [1-9]\d* files?, .* to again\//);
    write(path.join(directory, "proto-gen.config.json"), { ...CONFIG, outt: 1 });
    await watching.until(/CONFIG_INVALID: there is no member outt/);
    write(path.join(directory, "proto-gen.config.json"), CONFIG);
    await watching.until(/to out\//);
    await watching.end();
  });

  it.each([
    ["moved away while another takes its place", "moved"],
    ["removed and made again later", "removed"],
  ] as const)("follows a directory of schemas that is %s", async (_, how) => {
    const { directory, schemas } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    const other = path.join(directory, "other");
    cpSync(schemas, other, { recursive: true });
    write(path.join(other, "checkout.json"), checkoutSchema({ first: { type: "boolean" } }));
    if (how === "moved") renameSync(schemas, path.join(directory, "before"));
    else {
      rmSync(schemas, { recursive: true });
      await watching.until(/schemas is not a directory/);
    }
    renameSync(other, schemas);
    await watching.until(/wrote [1-9]/);
    write(path.join(schemas, "checkout.json"), checkoutSchema({ second: { type: "boolean" } }));
    await watching.until(/wrote [1-9]/);
    await watching.end();
  });

  it.each(["proto-gen.config.json", "profile.json"])(
    "sees %s when it is written again, some time after it was removed",
    async (name) => {
      const { directory } = project();
      const file = path.join(directory, name);
      const text = readFileSync(file, "utf8");
      const watching = watch(directory);
      await watching.until(/watching/);
      rmSync(file);
      await watching.until(/USAGE|FILE_NOT_FOUND/);
      await pause(500);
      writeFileSync(file, text.replaceAll("./out", "./again"));
      await watching.until(/wrote \d+ files|unchanged/);
      await watching.end();
    },
  );

  it("generates again after a change of an overlay", async () => {
    const { directory, out } = project();
    const overlay = (member: string): object => ({
      overlay: "1.0.0",
      info: { title: "A correction", version: "1" },
      extends: `${SCHEMAS}/checkout.json`,
      actions: [{ target: "$.properties", update: { [member]: { type: "string" } } }],
    });
    write(path.join(directory, "overlay.json"), overlay("first"));
    write(path.join(directory, "proto-gen.config.json"), {
      ...CONFIG,
      overlays: ["./overlay.json"],
    });
    const watching = watch(directory);
    await watching.until(/watching/);
    write(path.join(directory, "overlay.json"), overlay("second"));
    await watching.until(/wrote [1-9]/);
    const types = readFileSync(path.join(out, "capabilities/com/example/shop/checkout.ts"), "utf8");
    expect(types).toContain("second");
    expect(types).not.toContain("first");
    await watching.end();
  });

  it("does not generate for what it writes, nor for what is no source", async () => {
    const { directory, schemas } = project();
    write(path.join(directory, "proto-gen.config.json"), { ...CONFIG, out: "./schemas/generated" });
    const watching = watch(directory);
    await watching.until(/watching/);
    const before = watching.text();
    mkdirSync(path.join(schemas, "node_modules"));
    writeFileSync(path.join(schemas, "node_modules/x.json"), "{}");
    writeFileSync(path.join(directory, "readme.md"), "x");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(watching.text()).toBe(before);
    await watching.end();
  });

  it("misses no edit of a file that was removed, made and written again a moment before", async () => {
    const { directory, schemas, out } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    const random = createRandom(7);
    const checkout = path.join(schemas, "checkout.json");
    const types = path.join(out, "capabilities/com/example/shop/checkout.ts");
    const writeMember = (name: string): void =>
      write(checkout, checkoutSchema({ [name]: { type: "string" } }));
    for (let edit = 0; edit < 60; edit++) {
      for (let again = 0; again < 3; again++) {
        rmSync(checkout, { force: true });
        if (random.chance(0.5)) await pause(random.int(30));
        writeMember("before");
        if (random.chance(0.5)) await pause(random.int(60));
      }
      writeMember(`member_${edit}`);
      await expect.poll(() => readFileSync(types, "utf8")).toContain(`member_${edit}`);
    }
    await watching.end();
  });

  it("has written, after 200 random edits, the bytes of a cold run", async () => {
    const { directory, schemas, out, profile, args } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    const random = createRandom(20_261_130);
    const gift = path.join(schemas, "gift.json");
    const checkout = path.join(schemas, "checkout.json");
    const whole = readFileSync(profile, "utf8");
    for (let edit = 0; edit < 200; edit++) {
      const name = `member_${random.int(5)}`;
      const type = random.pick(["string", "integer", "boolean"]);
      const edits = [
        () => write(checkout, checkoutSchema({ [name]: { type, description: `Edit ${edit}.` } })),
        () => write(gift, giftSchema({ [name]: { type: "array", items: { type } } })),
        () => writeFileSync(checkout, "{ half"),
        () => rmSync(gift, { force: true }),
        () => writeFileSync(profile, whole.slice(0, random.int(whole.length))),
        () => writeFileSync(profile, whole),
      ];
      random.pick(edits)();
      if (random.chance(0.3)) await new Promise((resolve) => setTimeout(resolve, random.int(60)));
    }
    writeFileSync(profile, whole);
    write(gift, giftSchema({ last: { type: "string" } }));
    write(checkout, checkoutSchema({ last_of_all: { type: "boolean" } }));
    const cold = path.join(directory, "cold");
    const { code } = await runTool([...args, "--no-config", "--out", cold]);
    expect(code).toBe(0);
    await expect.poll(() => snapshot(out)).toEqual(snapshot(cold));
    await watching.end();
  });
});
