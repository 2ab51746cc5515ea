import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { DoctorReport } from "../../src/cli/commands/doctor/report.js";
import { TOOL } from "../../src/write/manifest.js";
import { overlayText } from "../support/overlays.js";
import { release, runTool, SCHEMAS, type Release } from "../support/release.js";

const home = process.cwd();
afterEach(() => process.chdir(home));

/** A project with a configuration, in which a version of the runtime is installed. */
function project(runtime?: string, config: object = {}): Release {
  const made = release({
    files: {
      "proto-gen.config.json": {
        profile: "./profile.json",
        schemas: [`./schemas=${SCHEMAS}`],
        out: "./gen",
        ...config,
      },
    },
  });
  process.chdir(made.directory);
  if (runtime !== undefined) {
    const directory = path.join(made.directory, "node_modules/@proto-gen/runtime");
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, "package.json"), JSON.stringify({ version: runtime }));
  }
  return made;
}

async function doctor(
  ...args: readonly string[]
): Promise<DoctorReport & { readonly code: number }> {
  const { code, out } = await runTool(["doctor", "--json", ...args]);
  return { ...(JSON.parse(out) as DoctorReport), code };
}

describe("doctor", () => {
  it("shows what would be read, and that the output is missing, up to date or out of date", async () => {
    const { schemas } = project(TOOL.version);
    const before = await doctor();
    expect(before).toMatchObject({
      code: 0,
      ok: true,
      config: "proto-gen.config.json",
      installation: { generator: TOOL.version, runtime: TOOL.version, problems: [] },
      targets: [
        {
          profile: "profile.json",
          documents: [{ source: "schemas", count: 1 }],
          out: "gen",
          output: "missing",
        },
      ],
    });
    await runTool([]);
    expect((await doctor()).targets[0]?.output).toBe("up to date");
    const changed = {
      $id: `${SCHEMAS}/checkout.json`,
      type: "object",
      properties: { id: { type: "string" } },
    };
    writeFileSync(path.join(schemas, "checkout.json"), JSON.stringify(changed));
    expect((await doctor()).targets[0]?.output).toBe("out of date");
  });

  it("names what is in the way, with its fix, and ends with 1", async () => {
    project();
    const { code, installation } = await doctor();
    expect(code).toBe(1);
    expect(installation.problems.map(({ hint }) => hint)).toEqual([
      "add @proto-gen/runtime to the dependencies of the project",
    ]);
    const { err, out } = await runTool(["doctor"]);
    expect(out).toContain("@proto-gen/runtime is not installed here");
    expect(err).toContain("something is in the way");
  });

  it("compares the runtime's version with the one that generated code needs", async () => {
    project("0.0.9");
    const { code, installation } = await doctor();
    expect(code).toBe(1);
    expect(installation.problems[0]?.message).toBe(
      `@proto-gen/runtime is 0.0.9, and this generator writes code for ${TOOL.version}`,
    );
  });

  it("reports the errors of each target", async () => {
    project(TOOL.version, {
      targets: { a: { out: "a" }, b: { out: "b", profile: "./absent.json" } },
    });
    const { code, targets } = await doctor();
    expect(code).toBe(1);
    expect(targets.map(({ name, output }) => [name, output])).toEqual([
      ["a", "missing"],
      ["b", undefined],
    ]);
    expect(targets[1]?.diagnostics.map(({ code: each }) => each)).toEqual(["FILE_NOT_FOUND"]);
  });

  it("examines the installation alone without a profile", async () => {
    project(TOOL.version);
    const { code, config, targets } = await doctor("--no-config");
    expect([code, config, targets]).toEqual([0, undefined, []]);
  });

  it("takes an overlay for no document that was read", async () => {
    const { directory } = project(TOOL.version, { overlays: ["./overlay.json"] });
    const update = { note: { type: "string" } };
    const overlay = overlayText([{ target: "$.properties", update }]);
    writeFileSync(path.join(directory, "overlay.json"), overlay);
    const { targets } = await doctor();
    expect(targets[0]?.documents).toEqual([{ source: "schemas", count: 1 }]);
  });

  it("says of a target that it has no profile", async () => {
    const target = { profile: "./profile.json", schemas: [`./schemas=${SCHEMAS}`] };
    const targets = { shop: { ...target, out: "./shop" }, agent: { out: "./agent" } };
    project(TOOL.version, {
      ...{ profile: undefined, schemas: undefined, out: undefined },
      targets,
    });
    const { code, err } = await runTool(["doctor"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^CONFIG_INVALID: the target agent has no profile\n {2}proto-gen\.config\.json \(\/targets\/agent\)\n {2}name one in the target, or beside targets\n/,
      ),
    });
  });
});
