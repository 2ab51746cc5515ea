/**
 * Every command of proto-gen on the pages of the guide and in the README works as it stands there, in a project with a configuration for the
 * release of 2026-04-08 and two extensions. The pages write `proto` for the protocol's name, which is another in the release, and the port
 * 8080, which may be taken.
 */

import { describe, expect, it } from "vitest";
import { configuredProject, type ConfiguredProject } from "../support/configured-project.js";
import { filesOf, GUIDE } from "../support/documentation.js";
import { pageSteps } from "../support/page-commands.js";
import { published } from "../support/published.js";
import { freePort } from "../support/starter/start-project.js";
import type { Running } from "../support/user-process.js";

const RELEASE = "2026-04-08";

const PAGES = ["README.md", ...GUIDE].filter((page) => commandsOf(page).length > 0);

/** Commands that cannot run here, with what they need. */
const SKIPPED: Readonly<Record<string, string>> = {
  ...needing("a business on the internet", [
    "npx proto-gen --profile https://business.example.com/.well-known/proto --fetch --platform ./platform.json",
    "npx proto-gen --profile https://business.example.com/.well-known/proto --fetch --release 2026-11-27 --platform ./platform.json",
    "npx proto-gen --profile https://shop.example.com/.well-known/proto --fetch",
    "proto-gen --profile https://shop.example.com/.well-known/proto --fetch",
    "proto-gen --profile https://shop.example.com/.well-known/proto --fetch --release 2026-11-20",
  ]),
  ...needing("jq", [
    "proto-gen list --profile ./profile.json --json | jq '[.services[].operations[].mcp | values] | sort_by(-.bytes)'",
    "proto-gen inspect Checkout --profile ./profile.json --json | jq '.members[] | select(.path == \"buyer.consent\") | .declared'",
    "proto-gen explain --json | jq -r '.codes[] | select(.exit == 0) | .code'",
    "jq .checkout call.json | proto-gen validate - --schema schemas/checkout.json --op create --request",
  ]),
  ...needing("the database of a business", [
    "proto-gen storage --database ./data/shop.db",
    'proto-gen storage --database "$DATABASE_URL" --worker confirmation',
    "proto-gen storage --database ./data/shop.db --revive '[\"order_1\",1]'",
  ]),
  ...needing("a project whose documents are all in the directory that the option names", [
    "proto-gen --profile ./profile.json --platform ./platform.json --schemas ./schemas=https://example.com/schemas",
    "proto-gen lint ./schemas --schemas ./vendor=https://vendor.example/schemas",
    "proto-gen init shop --profile ./profile.json --schemas ./schemas=https://example.com/schemas",
  ]),
  ...needing("generated code in lib/generated", [
    "proto-gen scaffold --into src/business.ts --generated lib/generated --profile ./profile.json",
  ]),
  ...needing("a mock that runs beside it, which docs/guide/first-platform.md starts", [
    "proto-gen --profile http://127.0.0.1:8080/.well-known/proto --development --platform ./platform.json",
  ]),
  ...needing("an empty working directory", ["proto-gen init"]),
  ...needing("the shell that it is for, as in test/cli/completion-shells.full.test.ts", [
    "proto-gen completion fish > ~/.config/fish/completions/proto-gen.fish",
    "proto-gen completion powershell | Out-String | Invoke-Expression",
    'proto-gen() { npx proto-gen "$@"; }',
  ]),
};

/** Commands that end with 1, since they have something to report. */
const FINDINGS: Readonly<Record<string, string>> = {
  "npx proto-gen diff 2026-11-27 draft": "the releases differ",
  "proto-gen diff 2026-11-20 draft": "the releases differ",
  "proto-gen diff 2026-11-20 draft --role platform --format html --out changes.html":
    "the releases differ",
  "proto-gen diff 2026-11-20 draft --profile ./profile.json": "the releases differ",
  "npx proto-gen validate request.json --type CheckoutCreateRequest": "the page shows its issues",
};

/** Files that a page's reader has, or that another page has had them write. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "docs/guide/monorepos.md": inPackage(filesOf("docs/guide/first-extension.md")),
  "docs/guide/commands.md": {
    "answer.json": checkoutAnswer(),
    "request.json": '{ "line_items": [{ "item": { "id": "item_1" }, "quantity": 1 }] }',
    "schemas/checkout.json": schemaOf("checkout", { type: "object" }),
    "schemas/fulfillment.json": schemaOf("fulfillment", { $defs: { option: { type: "string" } } }),
    "schemas/draft/note.json": draftSchema(),
  },
  "docs/guide/writing-schemas.md": { "schemas/draft/note.json": draftSchema() },
};

/** Pages that go on where others end. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  "docs/guide/into-ci.md": ["docs/guide/into-an-existing-app.md", "docs/guide/first-business.md"],
};

/** What a command prints that runs until it is ended. */
const READY: readonly (readonly [RegExp, RegExp])[] = [
  [/proto-gen (?:mock|tokenizer)\b(?!.*--example-data)/, /https?:\/\/\S+:\d+/],
  [/ --watch$/, /^watching \d+ sources/m],
];

function needing(need: string, commands: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(commands.map((command) => [command, need]));
}

function commandsOf(page: string): readonly string[] {
  return pageSteps(page).flatMap((step) => (step.kind === "command" ? step.command : []));
}

function inPackage(files: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const names = ["profile.json", "schemas/gift.json"];
  return Object.fromEntries(
    names.map((name) => [`packages/protocol/${name}`, files.get(name) ?? ""]),
  );
}

function schemaOf(name: string, content: object): string {
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  return JSON.stringify({ $schema, $id: `https://example.com/schemas/${name}.json`, ...content });
}

function draftSchema(): string {
  const $ref = "https://ucp.dev/schemas/shopping/checkout.json";
  const note = { type: "string", description: "A text that is printed on the parcel." };
  const composed = { allOf: [{ $ref }, { type: "object", properties: { note } }] };
  return schemaOf("draft/note", {
    ...{ name: "com.example.note", version: "draft" },
    $defs: { "dev.ucp.shopping.checkout": composed },
  });
}

/** A response names its capabilities in its envelope. */
function checkoutAnswer(): string {
  const capabilities = { "dev.ucp.shopping.checkout": [{ version: RELEASE }] };
  return JSON.stringify({
    ucp: { version: RELEASE, capabilities, payment_handlers: {} },
    ...{ id: "checkout_1", status: "incomplete", currency: "USD", line_items: [], links: [] },
    totals: ["subtotal", "total"].map((type) => ({ type, amount: 0 })),
  });
}

/** Follows a page, and collects what did not work. */
async function follow(page: string, project: ConfiguredProject, port: number) {
  const problems: string[] = [];
  let server: Running | undefined;
  const end = async (): Promise<void> => {
    server?.kill();
    await server?.ended;
  };
  for (const [name, text] of Object.entries(BESIDE[page] ?? {})) project.write(name, text);
  for (const step of [...(AFTER[page] ?? []), page].flatMap(pageSteps)) {
    if (step.kind === "file") project.write(step.name, step.content);
    else if (step.kind === "scripts") project.addScripts(step.scripts);
    else if (!(step.command in SKIPPED)) {
      const line = asTyped(step.command, port);
      const [, ready] = READY.find(([pattern]) => pattern.test(line)) ?? [];
      // The examples of `init` are for the same empty directory.
      if (line.includes("init shop")) project.clear("shop");
      // Whoever starts another one ends the first.
      if (ready !== undefined) await end();
      const running = project.start(line);
      if (ready !== undefined) server = running;
      const problem =
        ready === undefined
          ? await problemOf(step.command, running)
          : await failure(running, ready);
      if (problem !== undefined) problems.push(`${step.command}\n${problem}`);
    }
  }
  await end();
  return problems;
}

/** With the release's name for the protocol, and a port that is free. */
function asTyped(command: string, port: number): string {
  return command
    .replaceAll(/dev\.proto\b|(?<=well-known\/)proto/g, (name) => name.replace("proto", "ucp"))
    .replaceAll("8080", String(port));
}

/** Of what runs until it is ended. */
async function failure(running: Running, ready: RegExp): Promise<string | undefined> {
  return running.printed(ready).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** An error begins with its code; so does what `explain` prints of one. */
const ERROR = /^[A-Z]+(?:_[A-Z]+)*: /m;

async function problemOf(command: string, running: Running): Promise<string | undefined> {
  const status = await running.ended;
  const [printed] = await running.printed(/[^]*/);
  const expected = command in FINDINGS ? 1 : 0;
  const hasError = ERROR.test(printed) && !command.includes("proto-gen explain ");
  return status === expected && !hasError ? undefined : `exit code ${status}\n${printed}`;
}

describe.skipIf(published === undefined)("the commands of a page", () => {
  it.concurrent.each(PAGES)("work in a project with a configuration: %s", async (page) => {
    const port = await freePort();
    const project = await configuredProject(RELEASE, port);
    try {
      expect(await follow(page, project, port)).toEqual([]);
    } finally {
      await project.remove();
    }
  });
});

/** Pages on the options themselves, and on a clone of the repository, which has no configuration. */
const WITH_OPTIONS = ["README.md", "docs/guide/commands.md", "docs/guide/first-business.md"];

describe("the commands of the pages", () => {
  const all = PAGES.flatMap(commandsOf);

  it("repeat nothing that a configuration says", () => {
    const pages = PAGES.filter((page) => !WITH_OPTIONS.includes(page));
    const repeated = /--(?:profile \.|(?:schemas|overlay|accept|out)\b)/;
    expect(pages.flatMap(commandsOf).filter((command) => repeated.test(command))).toEqual([]);
    for (const page of WITH_OPTIONS)
      expect(
        commandsOf(page).some((command) => repeated.test(command)),
        page,
      ).toBe(true);
  });

  it.each([...Object.keys(SKIPPED), ...Object.keys(FINDINGS)])(
    "are those that a list names: %s",
    (command) => {
      expect(all).toContain(command);
    },
  );
});
