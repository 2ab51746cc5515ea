/**
 * `generated/` is what this source makes of `profile.json`: a change of the output is one that its commit shows. It is also what
 * holds every emitter, since the committed tree is compiled and run by the tests of the runtime.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../src/generate.js";
import { ownRelease, repository } from "../support/published.js";

const committed = path.join(repository, "generated");

it("generated/ is what the emitters print for the profile of the repository", async () => {
  const { profile, schemas } = ownRelease;
  const { files } = await generate({ profile, schemas });
  const differing = files.filter(
    ({ path: file, content }) => readFileSync(path.join(committed, file), "utf8") !== content,
  );
  expect(differing.map((file) => file.path)).toEqual([]);
});
