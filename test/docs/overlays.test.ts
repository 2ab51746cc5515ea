/** The commands of `docs/guide/overlays.md`, with its files, one after the other: they print what the page shows. */

import { expect, it } from "vitest";
import {
  expectExcerpts,
  filesOf,
  inDirectory,
  pageDirectory,
  readPage,
} from "../support/documentation.js";
import { runTool } from "../support/release.js";

const PAGE = "docs/guide/overlays.md";

it("the page on overlays shows what its commands print", async () => {
  const folder = pageDirectory("overlays");
  for (const [name, content] of filesOf(PAGE)) folder.write(name, content);
  const shown = [
    ...readPage(PAGE).matchAll(/^npx proto-gen ([^\n]*)\n```\n\n```text\n(.*?)^```$/gms),
  ].map(([, command = "", output = ""]) => ({ args: command.split(" "), output }));
  expect(shown).toHaveLength(4);
  for (const { args, output } of shown) {
    const { code, out, err } = await inDirectory(folder.path, () => runTool(args));
    expect(code, err).toBe(0);
    expectExcerpts(args[0] === "inspect" ? out : err, output);
  }
});
