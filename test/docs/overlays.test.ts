/** The commands of `docs/guide/overlays.md`, with its files, one after the other: they print what the page shows. */

import { expect, it } from "vitest";
import { expectExcerpts, inDirectory, pageDirectory, readPage } from "../support/documentation.js";
import { pageSteps } from "../support/page-commands.js";
import { runTool } from "../support/release.js";

const PAGE = "docs/guide/overlays.md";

it("the page on overlays shows what its commands print", async () => {
  const folder = pageDirectory("overlays");
  const shown = [...readPage(PAGE).matchAll(/^npx proto-gen[^\n]*\n```\n\n```text\n(.*?)^```$/gms)];
  const outputs = shown.map(([, output = ""]) => output).values();
  for (const step of pageSteps(PAGE)) {
    if (step.kind === "file") folder.write(step.name, step.content);
    if (step.kind !== "command") continue;
    const args = step.command.split(" ").slice(2);
    const { code, out, err } = await inDirectory(folder.path, () => runTool(args));
    expect(code, err).toBe(0);
    expectExcerpts(args[0] === "inspect" ? out : err, outputs.next().value ?? "");
  }
  expect(shown).toHaveLength(4);
  expect(outputs.next().done).toBe(true);
});
