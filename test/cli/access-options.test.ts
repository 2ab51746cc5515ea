/** `--fetch`, `--frozen` and `--development` on every command that reads a profile: from one definition. */

import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { DocumentFetch } from "@proto-gen/runtime/profile";
import { createProgram } from "../../src/cli/program.js";
import {
  capability,
  CHECKOUT,
  checkoutSchema,
  diagnosticsIn,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  SERVED,
} from "../support/release.js";
import { fakeHost } from "./fake-host.js";

const ACCESS = ["--fetch", "--frozen", "--development"];

const fetchCheckout: DocumentFetch = async () => ({
  status: 200,
  headers: new Headers(),
  bytes: new TextEncoder().encode(JSON.stringify(checkoutSchema())),
});

describe("a command that reads a profile", () => {
  const reading = createProgram(fakeHost()).commands.filter(({ options }) =>
    options.some(({ long }) => long === "--platform"),
  );

  it.each(reading.map((command) => [command.name(), command] as const))(
    "%s has the options for what is read of the network",
    (_, { options }) => {
      expect(options.map(({ long }) => long)).toEqual(expect.arrayContaining(ACCESS));
    },
  );

  it("fetches what no directory has, and keeps nothing of it", async () => {
    for (const command of [["list"], ["inspect", "Checkout"]]) {
      const given = release({ profile: profileOf(capability(CHECKOUT), SERVED) });
      const args = [...command, "--profile", given.profile];
      expect(await runTool(args)).toMatchObject({ code: 3 });
      expect(await runTool([...args, "--fetch"], fetchCheckout)).toMatchObject({ code: 0 });
      expect(existsSync(path.join(given.directory, "proto-gen.lock.json"))).toBe(false);
    }
  });

  it("accepts an endpoint of this machine with --development", async () => {
    const entry = { version: "2026-01-01", transport: "a2a", endpoint: "http://127.0.0.1:8080" };
    const services = { "com.example.shop": [entry] };
    const given = release({ profile: profileOf(capability(CHECKOUT), { services }) });
    const args = ["--profile", given.profile, "--schemas", `${given.schemas}=${SCHEMAS}`];
    expect(await runTool(["list", ...args])).toMatchObject({ code: 4 });
    expect(await runTool(["list", ...args, "--development"])).toMatchObject({ code: 0 });
  });
});

describe("a schema without a profile", () => {
  it("refuses options that would change nothing", async () => {
    const given = release();
    const schema = path.join(given.schemas, "checkout.json");
    for (const option of ACCESS) {
      const run = await runTool(["resolve", schema, option, "--json"]);
      expect(run.code).toBe(2);
      expect(diagnosticsIn(run)).toMatchObject([
        { code: "USAGE", message: expect.stringContaining(option) as string },
      ]);
    }
  });
});

describe("a platform's profile whose release is fetched", () => {
  it("is told that nothing shows the service documents", async () => {
    const given = release({ profile: profileOf(capability(CHECKOUT)) });
    const args = ["--profile", given.profile, "--out", given.out, "--fetch", "--json"];
    const run = await runTool(args, fetchCheckout);
    expect(diagnosticsIn(run)).toMatchObject([
      {
        code: "PROFILE_NO_CLIENT",
        message: expect.stringContaining("were fetched") as string,
        hint: expect.stringContaining("declare the services") as string,
      },
    ]);
  });
});
