/** The plugin in Vite's dev server, as a browser's page sees it: errors for the overlay, and reloads. */

import { once } from "node:events";
import { cpSync, renameSync, rmSync } from "node:fs";
import { createServer, type ErrorPayload, type HotPayload, type ViteDevServer } from "vite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { protoGen } from "../../src/bundler/plugin.js";
import { bundledProject, type BundledProject } from "../support/bundled-project.js";

let project: BundledProject;
let server: ViteDevServer | undefined;
const pages: WebSocket[] = [];

beforeEach(() => {
  project = bundledProject();
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.terminate();
  await server?.close();
  server = undefined;
  project.remove();
});

async function serve(watch?: null): Promise<ViteDevServer> {
  server = await createServer({
    root: project.path,
    configFile: false,
    logLevel: "silent",
    server: { host: "127.0.0.1", port: 0, ...(watch === null ? { watch } : {}) },
    optimizeDeps: { noDiscovery: true },
    plugins: [protoGen.vite()],
  });
  return server.listen();
}

interface Page {
  /** Waits for a message of this type among those that are not read yet. */
  next<Type extends HotPayload["type"]>(
    type: Type,
  ): Promise<Extract<HotPayload, { readonly type: Type }>>;
  /** All messages until now. */
  readonly received: readonly HotPayload[];
}

async function openPage({ httpServer, config }: ViteDevServer): Promise<Page> {
  const { port } = httpServer?.address() as { readonly port: number };
  const url = `ws://127.0.0.1:${port}/?token=${config.webSocketToken}`;
  const socket = new WebSocket(url, "vite-hmr");
  pages.push(socket);
  const received: HotPayload[] = [];
  let read = 0;
  socket.on("message", (data) => void received.push(JSON.parse(String(data)) as HotPayload));
  await once(socket, "open");
  return {
    received,
    next: <Type extends HotPayload["type"]>(type: Type) =>
      vi.waitUntil(
        () => {
          while (read < received.length) {
            const payload = received[read++];
            if (payload?.type === type)
              return payload as Extract<HotPayload, { readonly type: Type }>;
          }
          return undefined;
        },
        { timeout: 20_000, interval: 20 },
      ),
  };
}

async function load({ httpServer }: ViteDevServer, module: string): Promise<string> {
  const { port } = httpServer?.address() as { readonly port: number };
  const response = await fetch(`http://127.0.0.1:${port}${module}`);
  return response.text();
}

function shown({ err }: ErrorPayload): unknown {
  return { plugin: err.plugin, code: err.pluginCode, loc: err.loc, id: err.id };
}

describe("Vite's dev server", () => {
  it("generates before it serves, and reloads what an edit of a schema changes", async () => {
    const running = await serve();
    expect(await load(running, "/generated/index.js")).toMatch(/maxLengthRule, 200\)/);
    await load(running, "/src/main.js");
    const page = await openPage(running);
    project.limit(100);
    await page.next("full-reload");
    await vi.waitUntil(
      async () => (await load(running, "/generated/index.js")).includes("maxLengthRule, 100)"),
      { timeout: 30_000 },
    );
    expect(page.received.filter(({ type }) => type === "error")).toEqual([]);
  });

  it("shows an error with its place in every page until it is fixed, and goes on", async () => {
    const running = await serve();
    const page = await openPage(running);
    project.damage();
    const error = await page.next("error");
    const schema = project.file("schemas/gift.json");
    expect(shown(error)).toEqual({
      plugin: "proto-gen",
      code: "LOAD_REF_UNRESOLVED",
      id: schema,
      loc: { file: schema, line: 11, column: 19 },
    });
    expect(error.err.message).toMatch(
      /^LOAD_REF_UNRESOLVED: .*schemas\/gift\.json:11:19 \(\/\$defs\/.*did you mean/s,
    );
    const later = await openPage(running);
    expect(shown(await later.next("error"))).toEqual(shown(error));
    expect(await load(running, "/src/main.js")).toContain("generated/index.js");

    // The output is what it was before the error: no module changes, and yet the overlay has to go.
    project.limit(200);
    await page.next("full-reload");
    const after = await openPage(running);
    await after.next("connected");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(after.received.map(({ type }) => type)).toEqual(["connected"]);
  });

  it("starts with an error, and serves once it is fixed", async () => {
    project.damage();
    const running = await serve();
    const page = await openPage(running);
    await page.next("error");
    project.limit(300);
    await page.next("full-reload");
    expect(await load(running, "/generated/index.js")).toMatch(/maxLengthRule, 300\)/);
  });

  it("generates again for a new schema, another profile and another configuration", async () => {
    const schema = project.read("schemas/gift.json");
    rmSync(project.file("schemas/gift.json"));
    const running = await serve();
    const page = await openPage(running);
    await page.next("error");
    project.write("schemas/vendor/gift.json", schema);
    await page.next("full-reload");
    expect(await load(running, "/generated/index.js")).toMatch(/maxLengthRule, 200\)/);

    const profile = project.read("profile.json");
    project.write("profile.json", "{");
    expect((await page.next("error")).err.loc?.file).toBe(project.file("profile.json"));
    project.write("profile.json", profile);
    await page.next("full-reload");

    const config = project.read("proto-gen.config.json");
    project.write("proto-gen.config.json", config.replace('"profile"', '"profil"'));
    expect((await page.next("error")).err).toMatchObject({
      pluginCode: "CONFIG_INVALID",
      loc: { file: project.file("proto-gen.config.json"), line: 2, column: 3 },
    });
    project.write("proto-gen.config.json", config.replace('"validators"', '"types"'));
    // Vite may still reload for the profile.
    await vi.waitUntil(() => project.read("generated/manifest.json").includes('"types"'), {
      timeout: 30_000,
    });
    await page.next("full-reload");
    expect(project.read("generated/manifest.json")).toContain('"types"');
  });

  it("follows a directory of schemas that is removed and made again later", async () => {
    const page = await openPage(await serve());
    const generated = (limit: number): Promise<unknown> =>
      vi.waitUntil(() => project.read("generated/index.js").includes(`maxLengthRule, ${limit})`), {
        timeout: 30_000,
      });
    cpSync(project.file("schemas"), project.file("other"), { recursive: true });
    rmSync(project.file("schemas"), { recursive: true });
    await page.next("error");
    renameSync(project.file("other"), project.file("schemas"));
    await page.next("full-reload");
    project.limit(100);
    await generated(100);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    project.limit(300);
    await generated(300);
  });

  it("generates once for one edit", async () => {
    const running = await serve();
    const page = await openPage(running);
    await load(running, "/src/main.js");
    await load(running, "/generated/index.js");
    const writes: string[] = [];
    running.watcher.on("all", (_event, file) => {
      if (file.endsWith("manifest.json")) writes.push(file);
    });
    project.limit(100);
    await page.next("full-reload");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(writes).toHaveLength(1);
  });

  it("generates no more once the server is closed", async () => {
    const running = await serve();
    const manifest = project.read("generated/manifest.json");
    await running.close();
    project.limit(100);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(project.read("generated/manifest.json")).toBe(manifest);
  });

  it("goes on after a restart with the same plugin, and generates no more once it is closed", async () => {
    const running = await serve();
    await running.restart();
    const page = await openPage(running);
    project.damage();
    await page.next("error");
    project.limit(300);
    await page.next("full-reload");
    expect(project.read("generated/index.js")).toContain("maxLengthRule, 300)");
    await running.close();
    project.limit(100);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(project.read("generated/index.js")).toContain("maxLengthRule, 300)");
  });

  it("shows no error of a file that is empty for 150 ms", async () => {
    const page = await openPage(await serve());
    for (const limit of [100, 300]) {
      project.write("schemas/gift.json", "");
      await new Promise((resolve) => setTimeout(resolve, 150));
      project.limit(limit);
      await vi.waitUntil(
        () => project.read("generated/index.js").includes(`maxLengthRule, ${limit})`),
        { timeout: 30_000 },
      );
    }
    expect(page.received.map(({ type }) => type)).not.toContain("error");
  });

  it("starts without the directory of schemas, and serves once that is made", async () => {
    renameSync(project.file("schemas"), project.file("other"));
    const running = await serve();
    const page = await openPage(running);
    expect((await page.next("error")).err.message).toContain("schemas is not a directory");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    renameSync(project.file("other"), project.file("schemas"));
    await page.next("full-reload");
    expect(await load(running, "/generated/index.js")).toMatch(/maxLengthRule, 200\)/);
  });

  it("follows a configuration to a file with another name, and refuses a second", async () => {
    const page = await openPage(await serve());
    const config = project.read("proto-gen.config.json");
    rmSync(project.file("proto-gen.config.json"));
    await page.next("error");
    project.write("proto-gen.config.mjs", `export default ${config};`);
    await page.next("full-reload");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    project.write("proto-gen.config.json", config);
    expect((await page.next("error")).err.message).toContain("has several configurations");
  });

  it("does not start where nothing is watched and there is an error", async () => {
    project.damage();
    await expect(serve(null)).rejects.toThrow("LOAD_REF_UNRESOLVED");
  });
});
