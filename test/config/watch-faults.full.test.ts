/** `generate --watch` where something goes wrong for a while: each error is printed once, and nothing ends the watch. */

import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { giftSchema, SCHEMAS } from "../support/release.js";
import { CONFIG, project, watch, write } from "../support/watching.js";

const CONFIG_FILE = "proto-gen.config.json";
const GIFT = "capabilities/com/example/shop/gift.ts";

function gift(member: string): string {
  return JSON.stringify(giftSchema({ [member]: { type: "string" } }), null, 2);
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(new RegExp(pattern, "g"))].length;
}

describe("generate --watch, of a configuration", () => {
  it("goes on where it names a directory that is missing, until that is made", async () => {
    const { directory, schemas } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    write(path.join(directory, CONFIG_FILE), { ...CONFIG, schemas: [`./later=${SCHEMAS}`] });
    await watching.until(/later is not a directory/);
    cpSync(schemas, path.join(directory, "later"), { recursive: true });
    await watching.until(/unchanged[\s\S]*all errors are fixed/);
    expect(await watching.end()).toBe(0);
  });

  it("follows it to a file with another name", async () => {
    const { directory } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    const module = (out: string): string => `export default ${JSON.stringify({ ...CONFIG, out })};`;
    const file = path.join(directory, "proto-gen.config.mjs");
    rmSync(path.join(directory, CONFIG_FILE));
    writeFileSync(file, module("./second"));
    await watching.until(/to second\//);
    writeFileSync(file, module("./third"));
    await watching.until(/to third\//);
    await watching.end();
  });

  it("reads one that appears where there was none, and refuses a second", async () => {
    const { directory, args } = project();
    rmSync(path.join(directory, CONFIG_FILE));
    const watching = watch(directory, args.slice(0, 4));
    await watching.until(/watching/);
    write(path.join(directory, CONFIG_FILE), { out: "./named" });
    await watching.until(/to named\//);
    write(path.join(directory, "package.json"), { name: "shop", "proto-gen": {} });
    await watching.until(/CONFIG_INVALID: .* has several configurations/);
    rmSync(path.join(directory, "package.json"));
    await watching.until(/all errors are fixed/);
    await watching.end();
  });

  it("says that its error is fixed", async () => {
    const { directory } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    writeFileSync(path.join(directory, CONFIG_FILE), "{");
    await watching.until(/JSON_SYNTAX/);
    await pause(1_000);
    expect(watching.since()).not.toMatch(/error/i);
    write(path.join(directory, CONFIG_FILE), CONFIG);
    await watching.until(/unchanged[\s\S]*all errors are fixed/);
    await watching.end();
  });

  it("ends while it waits for what never comes", async () => {
    const { directory } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    rmSync(path.join(directory, CONFIG_FILE));
    const file = path.join(directory, "proto-gen.config.mjs");
    writeFileSync(file, "await new Promise(() => {}); export default {};");
    await pause(1_500);
    expect(await watching.end()).toBe(0);
  });

  it("is read again with the time of the one before", async () => {
    const { directory } = project();
    rmSync(path.join(directory, CONFIG_FILE));
    const file = path.join(directory, "proto-gen.config.mjs");
    const at = new Date(Date.now() - 10_000);
    const save = (out: string): void => {
      writeFileSync(file, `export default ${JSON.stringify({ ...CONFIG, out })};`);
      utimesSync(file, at, at);
    };
    save("./first");
    const watching = watch(directory);
    await watching.until(/watching/);
    save("./other");
    await watching.until(/to other\//);
    await watching.end();
  });
});

describe("generate --watch, of errors", () => {
  it("says that all are fixed once no target has one", async () => {
    const { directory, schemas } = project();
    cpSync(path.join(directory, "profile.json"), path.join(directory, "other.json"));
    write(path.join(directory, CONFIG_FILE), {
      schemas: CONFIG.schemas,
      targets: {
        shop: { profile: "./profile.json", out: "./shop" },
        other: { profile: "./other.json", out: "./other" },
      },
    });
    const watching = watch(directory);
    await watching.until(/watching/);
    const other = readFileSync(path.join(directory, "other.json"));
    writeFileSync(path.join(directory, "other.json"), "[");
    await watching.until(/JSON_SYNTAX/);
    writeFileSync(path.join(schemas, "gift.json"), "{");
    await watching.until(/target shop:\nJSON_SYNTAX[\s\S]*target other:/);
    await pause(500);
    writeFileSync(path.join(schemas, "gift.json"), gift("fixed"));
    await watching.until(/wrote \d+ files.* to shop\/[\s\S]*target other:\n.*/);
    await pause(1_000);
    expect(watching.text()).not.toContain("all errors are fixed");
    writeFileSync(path.join(directory, "other.json"), other);
    await watching.until(/to other\/[\s\S]*all errors are fixed/);
    await watching.end();
  });

  it("prints each once, although files are saved again", async () => {
    const { directory, schemas } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    writeFileSync(path.join(schemas, "gift.json"), "{");
    await watching.until(/JSON_SYNTAX/);
    await pause(500);
    writeFileSync(path.join(schemas, "gift.json"), "{");
    await watching.until(/1 error as before/);
    expect(count(watching.text(), /JSON_SYNTAX/)).toBe(1);
    await watching.end();
  });

  it.each([80, 200])("shows none of a file that is empty for %d ms", async (ms) => {
    const { directory, schemas, out } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    for (const member of ["first", "second", "third"]) {
      writeFileSync(path.join(schemas, "gift.json"), "");
      await pause(ms);
      writeFileSync(path.join(schemas, "gift.json"), gift(member));
      await expect.poll(() => readFileSync(path.join(out, GIFT), "utf8")).toContain(member);
    }
    expect(watching.text()).not.toContain("JSON_SYNTAX");
    await watching.end();
  });

  it("prints nothing of a run that the end interrupts", async () => {
    const { directory, schemas } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    writeFileSync(path.join(schemas, "gift.json"), "{");
    await watching.until(/JSON_SYNTAX/);
    await pause(500);
    writeFileSync(path.join(schemas, "gift.json"), gift("fixed"));
    await pause(15);
    expect(await watching.end()).toBe(0);
    const text = watching.since();
    expect(text.includes("all errors are fixed")).toBe(text.includes("wrote"));
  });

  it.runIf(process.getuid?.() === 0)(
    "goes on where a directory, a schema or the output may not be used for a while",
    async () => {
      const { directory, schemas, out } = project();
      const nobody = { uid: 65_534, gid: 65_534 };
      for (const entry of ["", ...readdirSync(directory, { recursive: true, encoding: "utf8" })])
        chownSync(path.join(directory, entry), nobody.uid, nobody.gid);
      const watching = watch(directory, [], nobody);
      await watching.until(/watching/);
      const schema = path.join(schemas, "gift.json");
      for (const [name, mode] of [
        [schemas, 0o755],
        [schema, 0o644],
      ] as const) {
        chmodSync(name, 0);
        await watching.until(/FILE_NOT_FOUND: .* cannot be read: permission denied/);
        chmodSync(name, mode);
        await watching.until(/unchanged[\s\S]*all errors are fixed/);
      }
      const folder = path.dirname(path.join(out, GIFT));
      chmodSync(folder, 0o555);
      writeFileSync(schema, gift("refused"));
      await watching.until(/WRITE_FAILED: .*permission denied/);
      chmodSync(folder, 0o755);
      writeFileSync(schema, gift("accepted"));
      await watching.until(/wrote [1-9][\s\S]*all errors are fixed/);
      expect(await watching.end()).toBe(0);
    },
  );
});

describe("generate --watch, of what stands beside the schemas", () => {
  it.each([".", "./schemas"])("sees an edit of a schema where the output is %s", async (out) => {
    const { directory, schemas } = project();
    write(path.join(directory, CONFIG_FILE), { ...CONFIG, out });
    const watching = watch(directory);
    await watching.until(/watching/);
    writeFileSync(path.join(schemas, "gift.json"), gift("seen"));
    await watching.until(/wrote [1-9]/);
    const types = path.join(directory, out, GIFT);
    await expect.poll(() => readFileSync(types, "utf8")).toContain("seen");
    await pause(1_500);
    const before = watching.text();
    await pause(1_500);
    expect(watching.text()).toBe(before);
    await watching.end();
  });

  it("generates each target once, where they write among the schemas of one another", async () => {
    const { directory, schemas } = project();
    write(path.join(directory, CONFIG_FILE), {
      profile: CONFIG.profile,
      schemas: CONFIG.schemas,
      targets: { first: { out: "./schemas/first" }, second: { out: "./schemas/second" } },
    });
    const watching = watch(directory);
    await watching.until(/watching/);
    writeFileSync(path.join(schemas, "gift.json"), gift("seen"));
    await pause(2_000);
    expect(count(watching.since(), /wrote [1-9]/)).toBe(2);
    expect(count(watching.since(), /wrote/)).toBe(2);
    await watching.end();
  });

  it("generates although a log is written all the time, and not for it or for an editor's files", async () => {
    const { directory, schemas, out } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    const noise = setInterval(() => {
      for (const name of ["debug.log", ".gift.json.swp", "gift.json~"])
        appendFileSync(path.join(schemas, name), "x");
    }, 30);
    try {
      writeFileSync(path.join(schemas, "gift.json"), gift("seen"));
      await expect.poll(() => readFileSync(path.join(out, GIFT), "utf8")).toContain("seen");
      await pause(1_000);
      expect(count(watching.since(), /wrote/)).toBe(1);
    } finally {
      clearInterval(noise);
    }
    await watching.end();
  });

  it("generates although another schema is written all the time", async () => {
    const { directory, schemas, out } = project();
    const watching = watch(directory);
    await watching.until(/watching/);
    let round = 0;
    const noise = setInterval(() => {
      write(path.join(schemas, "other.json"), { title: `${round++}` });
    }, 4);
    try {
      await pause(300);
      writeFileSync(path.join(schemas, "gift.json"), gift("seen"));
      await expect
        .poll(() => readFileSync(path.join(out, GIFT), "utf8"), { timeout: 8_000 })
        .toContain("seen");
    } finally {
      clearInterval(noise);
    }
    await watching.end();
  });

  it("follows a directory that is a link, also to another", async () => {
    const { directory, schemas, out } = project();
    const real = path.join(directory, "real");
    const other = path.join(directory, "other");
    renameSync(schemas, real);
    cpSync(real, other, { recursive: true });
    writeFileSync(path.join(other, "gift.json"), gift("other"));
    symlinkSync("real", schemas);
    const watching = watch(directory);
    await watching.until(/watching/);
    const types = (): string => readFileSync(path.join(out, GIFT), "utf8");
    writeFileSync(path.join(real, "gift.json"), gift("direct"));
    await expect.poll(types).toContain("direct");
    symlinkSync("other", path.join(directory, "next"));
    renameSync(path.join(directory, "next"), schemas);
    await expect.poll(types).toContain("other");
    writeFileSync(path.join(other, "gift.json"), gift("later"));
    await expect.poll(types).toContain("later");
    await watching.end();
  });
});
