/** The engine of the guide compiles, and keeps the contract of storages. */

import { pathToFileURL } from "node:url";
import type { Storage } from "@proto-gen/runtime/storage";
import { storageSuite, type OpenStorageOptions } from "@proto-gen/runtime/testing";
import { describe, expect, it } from "vitest";
import { codeBlock, pageDirectory, strictProblems } from "../support/documentation.js";

const PAGE = "docs/guide/storage-engine.md";

describe("the engine of the guide", async () => {
  const { write } = pageDirectory("storage-engine");
  const file = write("map-storage.ts", codeBlock(PAGE, "ts", "createMapStorage({ now"));
  const test = write("storage.test.ts", codeBlock(PAGE, "ts", "storageSuite({ open"));
  const { createMapStorage } = (await import(pathToFileURL(file).href)) as {
    createMapStorage(options: OpenStorageOptions): Storage;
  };

  it("compiles, and so does its test", () => {
    expect(strictProblems([file, test])).toEqual([]);
  });

  for (const { title, run } of storageSuite({ open: createMapStorage, histories: 10 }))
    it(title, run);
});
