/** Generated code and a runtime that do not belong together. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const { version, exports } = JSON.parse(
  readFileSync(new URL("../../../src/runtime/package.json", import.meta.url), "utf8"),
) as { readonly version: string; readonly exports: Readonly<Record<string, unknown>> };

describe("code that was generated for another version of codegen", () => {
  const versions = Object.keys(exports).flatMap(
    (name) => /^\.\/codegen\/(v\d+)$/.exec(name)?.slice(1) ?? [],
  );

  it("fails at its first import, where the message names both versions", () => {
    const other = "v999";
    // A process of its own, since Node resolves the import there.
    const source = `import { validator } from "@proto-gen/runtime/codegen/${other}"; validator();`;
    const { stderr: message } = spawnSync(process.execPath, ["--input-type=module", "-e", source], {
      encoding: "utf8",
    });
    expect(message).toContain(`proto-gen-runtime-${version}-has-codegen-${versions.join("-")}`);
    expect(message).toContain(`the-generated-code-needs-${other}`);
  });

  it("is not this one", async () => {
    expect(versions).toEqual(["v1"]);
    expect(await import("@proto-gen/runtime/codegen/v1")).toHaveProperty("validator");
  });
});
