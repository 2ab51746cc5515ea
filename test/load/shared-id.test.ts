/** Two files of one directory with one `$id`, where the directory has no URL of its own. */

import { expect, it } from "vitest";
import { createRoots } from "../../src/load/roots.js";
import { sharedIdDiagnostic } from "../../src/load/shared-id.js";
import { put, temporaryDirectory } from "../write/temporary.js";

const ID = "https://example.com/a.json";

function noticesOf(files: Readonly<Record<string, object>>): string[] {
  const directory = temporaryDirectory();
  for (const [file, content] of Object.entries(files))
    put(directory, file, JSON.stringify(content));
  const roots = createRoots([{ directory, label: "schemas" }]);
  expect(roots.locate(ID)?.label).toBe("schemas/a.json");
  const all = (roots.sharedIds?.() ?? []).map(sharedIdDiagnostic);
  return all.map(({ code, place, related }) =>
    [code, place?.file, place?.line, related?.[0]?.place.file].join(" "),
  );
}

it("the first is taken, and the other is told", () => {
  const files = { "a.json": { $id: ID }, "b.json": { $id: ID, type: "string" } };
  expect(noticesOf(files)).toEqual(["LOAD_ID_TWICE schemas/b.json 1 schemas/a.json"]);
});

it("a copy is nothing to tell", () => {
  expect(noticesOf({ "a.json": { $id: ID }, "copy/a.json": { $id: ID } })).toEqual([]);
});

it("an $id that nobody asks for is nothing to tell", () => {
  const other = `${ID}#other`;
  const files = {
    "a.json": { $id: ID },
    "b.json": { $id: other },
    "c.json": { $id: other, type: "string" },
  };
  expect(noticesOf(files)).toEqual([]);
});
