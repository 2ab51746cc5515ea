/** The stubs (DESIGN §8): what a business and a platform start from, for whatever a profile has. */

import { describe, expect, it } from "vitest";
import { approvedPlatforms, type Server, type ServerOptions } from "@proto-gen/runtime/server";
import type { OutputFile } from "../../src/emit/output-file.js";
import { bundleOf, ownProfile, reducedRelease, type Bundle } from "../support/bundle.js";
import { compileErrors, importEmitted, writeEmitted } from "../support/emitted.js";
import { VENDOR_REST, vendorRelease } from "../support/vendor-service.js";

type CreateServer = (handlers: object, options: ServerOptions) => Server;

/** What the compiler says of a module beside a bundle's. */
function errorsWith({ files }: Bundle, out: string, content: string): readonly string[] {
  const all: OutputFile[] = [...files, { path: "business.ts", content }];
  return compileErrors(writeEmitted(out, all), all, { judged: ["business.ts"] });
}

describe("server.ts", () => {
  it.each([
    ["rest", "transports: [restTransport],"],
    ["mcp", "transports: [mcpTransport(tools, parts)],"],
  ] as const)("has the one transport of a profile over %s only", async (transport, text) => {
    const release = reducedRelease(`stubs-${transport}`, { transport });
    const bundle = await bundleOf(release, `stubs-${transport}`);
    expect(bundle.text("server.ts")).toContain(text);
  });

  it("asks for a handler of every operation, of the vendor's service too", async () => {
    const bundle = await bundleOf(vendorRelease(), "stubs-vendor");
    const missing = errorsWith(
      bundle,
      "stubs-vendor-missing",
      'import { createServer, type Handlers } from "./server.js";\n' +
        "const { createCheckout } = {} as Handlers;\n" +
        "export const server: unknown = createServer({ createCheckout }, {} as never);\n",
    );
    expect(missing).toHaveLength(1);
    expect(missing[0]).toMatch(/^business\.ts: .*missing.* getCheckout/s);
  });

  it("serves both services, each at its endpoint (§2.1.1)", async () => {
    const { model, directory } = await bundleOf(vendorRelease(), "stubs-vendor-served");
    const { createServer } = (await importEmitted(directory, "server.ts")) as unknown as {
      readonly createServer: CreateServer;
    };
    const called: string[] = [];
    const handlers = Object.fromEntries(
      model.services
        .flatMap(({ operations }) => operations)
        .map(({ id }) => [
          id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
          () => {
            called.push(id);
            return { id: "abc", every_days: 7, items: ["film"] };
          },
        ]),
    );
    const agent = "https://agent.example/profile.json";
    const server = createServer(handlers, {
      profile: ownProfile(),
      log: console.log,
      platforms: approvedPlatforms({ [agent]: vendorProfile(model) }),
    });
    const response = await server.fetch(
      new Request(`${VENDOR_REST}/subscriptions/abc`, {
        headers: { "Proto-Agent": `profile="${agent}"`, "Request-Id": "1" },
      }),
    );
    expect(await response.json()).toMatchObject({ id: "abc", proto: { status: "success" } });
    expect(called).toEqual(["get_subscription"]);
  });

  it("is not there where the profile has no operations", async () => {
    const bundle = await bundleOf(
      reducedRelease("stubs-none", { capability: (name) => name === "order" }),
      "stubs-none",
    );
    expect(bundle.text("server.ts")).toBeUndefined();
  });
});

function vendorProfile({ agreement }: Bundle["model"]): object {
  const capabilities = Object.fromEntries(
    agreement.capabilities.map(({ name, version }) => [name, [{ version }]]),
  );
  return { proto: { version: agreement.version, capabilities } };
}
