/**
 * What a new user does, step by step, in an empty folder: install both packages, configure, generate, check, change a schema while
 * `--watch` runs, type-check, and buy something from the mock with the generated client. A step that every project goes through is a line
 * of `STEPS`.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { repository } from "../support/published.js";
import { runCommand, startCommand } from "../support/user-process.js";
import { WORKSPACE, type Manager } from "./managers.js";

export interface NewProject {
  readonly manager: Manager;
  /** The manager's command. */
  readonly command: string;
  /** An empty directory. */
  readonly directory: string;
  readonly isWorkspace: boolean;
  /** What is installed: the archives, or both names where there is a registry that has them. */
  readonly generator: string;
  readonly runtime: string;
  readonly registry: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

interface Project extends NewProject {
  /** The directory of its package.json. */
  readonly home: string;
  run(args: readonly string[]): ReturnType<typeof runCommand>;
}

/** The compiler that generated code asks for at least, and the types of the oldest Node. */
const COMPILER = ["typescript@5", "@types/node@20"];

const TSCONFIG = {
  compilerOptions: {
    ...{ target: "es2022", module: "nodenext", strict: true, skipLibCheck: true },
    ...{ types: ["node"], outDir: "out" },
  },
  include: ["*.ts", "generated"],
};

/** A target, an emitter of its own, and an extension. No command names a file from here on. */
const CONFIGURATION = `
import { defineConfig } from "proto-gen/config";
import { wholeNode, type Emitter } from "proto-gen/emitter/v1";

const memberNames: Emitter = {
  name: "member-names",
  version: "1.0.0",
  needs: [],
  emit({ modules }) {
    const types = modules.flatMap((module) => module.types);
    const members = types.map(({ name, definition }) => [name, [...wholeNode(definition).properties.keys()]]);
    return [{ path: "member-names.json", content: JSON.stringify(Object.fromEntries(members)) }];
  },
};

export default defineConfig({
  schemas: ["./schemas=https://example.com/schemas"],
  targets: { shop: { profile: "./profile.json", out: "./generated", emitters: [memberNames] } },
});
`;

const EXTENSION = "com.example.gift";
const CHECKOUT = "dev.proto.shopping.checkout";

const PURCHASE = `
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { createClient } from "./generated/client.js";

const [business = ""] = process.argv.slice(2);
const shop = await createClient({ business, profile: business + "/platform.json", development: true });

function resource<Answer>(answer: Answer | BusinessOutcome): Answer {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

const found = resource(await shop.searchCatalog({ query: "presets" }));
const id = found.products[0]?.variants?.[0]?.id ?? "";
const checkout = resource(
  await shop.createCheckout({
    currency: "USD",
    buyer: { email: "ada@example.com" },
    line_items: [{ item: { id }, quantity: 1 }],
  }),
);
const completed = resource(
  await shop.completeCheckout({
    id: checkout.id,
    payment: {
      instruments: [
        {
          ...{ id: "card", handler_id: "tokenizer", type: "card" },
          credential: { type: "token", token: "tok_ok" },
        },
      ],
    },
  }),
);
console.log(completed.status, completed.order?.id);
`;

const STEPS: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  install,
  configure: async ({ run, manager, home }) => {
    writeFileSync(path.join(home, "proto-gen.config.ts"), CONFIGURATION);
    mkdirSync(path.join(home, "schemas"));
    saveExtension(home, ["gift_note"]);
    const { stdout } = await run([...manager.execute, "proto-gen", "list"]);
    expect(stdout).toContain(EXTENSION);
  },
  generate: async ({ run, manager, home }) => {
    const { stderr } = await run([...manager.execute, "proto-gen"]);
    expect(stderr).toMatch(/^wrote \d+ files to generated\//m);
    expect(checkoutMembers(home)).toContain("gift_note");
  },
  check: async ({ run, manager }) => {
    await run([...manager.execute, "proto-gen", "--check"]);
  },
  watch: saveWhileWatching,
  "type-check": async ({ run, manager }) => {
    await run([...manager.execute, "tsc", "-p", "."]);
  },
  purchase,
};

export const STEP_NAMES = Object.keys(STEPS);

/** @returns the seconds of each step, in the order of `STEP_NAMES` */
export async function setUpAndBuy(options: NewProject): Promise<readonly number[]> {
  const project = createProject(options);
  const seconds: number[] = [];
  for (const step of Object.values(STEPS)) {
    const begun = performance.now();
    await step(project);
    seconds.push((performance.now() - begun) / 1000);
  }
  return seconds;
}

function createProject(options: NewProject): Project {
  const { manager, directory, command, isWorkspace, registry, env } = options;
  const home = isWorkspace ? path.join(directory, WORKSPACE.replace("*", "shop")) : directory;
  mkdirSync(home, { recursive: true });
  const write = (folder: string, name: string, content: string | object): void =>
    writeFileSync(
      path.join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  if (isWorkspace)
    write(directory, "package.json", { name: "shops", private: true, workspaces: [WORKSPACE] });
  const files = manager.files(registry);
  for (const [name, text] of Object.entries(files)) write(directory, name, text);
  write(home, "package.json", { name: "shop", private: true, type: "module" });
  write(home, "profile.json", profileOfTheShop());
  write(home, "tsconfig.json", TSCONFIG);
  write(home, "purchase.ts", PURCHASE);
  return { ...options, home, run: (args) => runCommand(command, args, { cwd: home, env }) };
}

/** The sample profile with an extension. A mandate is signed by the buyer's device, which a first purchase does without. */
function profileOfTheShop(): object {
  const text = readFileSync(path.join(repository, "profile.json"), "utf8");
  const profile = JSON.parse(text) as { readonly proto: { readonly capabilities: object } };
  const capabilities = Object.entries(profile.proto.capabilities).filter(
    ([name]) => !name.endsWith(".ap2_mandate"),
  );
  const extension = {
    version: "2026-11-23",
    spec: "https://example.com/specification/gift",
    schema: "https://example.com/schemas/gift.json",
    extends: CHECKOUT,
  };
  return {
    ...profile,
    proto: {
      ...profile.proto,
      capabilities: { ...Object.fromEntries(capabilities), [EXTENSION]: [extension] },
    },
  };
}

function saveExtension(home: string, members: readonly string[]): void {
  const properties = Object.fromEntries(members.map((name) => [name, { type: "string" }]));
  const schema = {
    $schema: "https://proto.dev/schemas/draft/dialect.json",
    $id: "https://example.com/schemas/gift.json",
    ...{ name: EXTENSION, version: "2026-11-23" },
    $defs: {
      [CHECKOUT]: {
        allOf: [
          { $ref: "https://proto.dev/schemas/2026-11-27/shopping/checkout.json" },
          { type: "object", properties },
        ],
      },
    },
  };
  writeFileSync(path.join(home, "schemas/gift.json"), JSON.stringify(schema));
}

/** The members of the negotiated checkout, which the project's own emitter writes. */
function checkoutMembers(home: string): readonly string[] {
  const text = readFileSync(path.join(home, "generated/member-names.json"), "utf8");
  return (JSON.parse(text) as Readonly<Record<string, readonly string[]>>)["Checkout"] ?? [];
}

/** The runtime first: it is a peer of the generator. */
async function install({ home, manager, run, generator, runtime }: Project): Promise<void> {
  await run([...manager.add, runtime]);
  await run([...manager.addForDevelopment, generator, ...COMPILER]);
  const text = readFileSync(path.join(home, "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(text) as Readonly<Record<string, object>>;
  expect(Object.keys(dependencies ?? {})).toEqual(["@proto-gen/runtime"]);
  expect(Object.keys(devDependencies ?? {}).sort()).toEqual([
    ...["@types/node", "proto-gen", "typescript"],
  ]);
}

async function purchase({ home, manager, command, run, env }: Project): Promise<void> {
  const args = [...manager.execute, "proto-gen", "mock", "--port", "0", "--json"];
  const mock = startCommand(command, args, { cwd: home, env });
  try {
    const [, url = ""] = await mock.printed(/"kind":"opened","url":"([^"]+)"/);
    const { stdout } = await run([...manager.node, "out/purchase.js", url]);
    expect(stdout.trim().split("\n").at(-1)).toMatch(/^completed order_checkout_/);
  } finally {
    mock.kill();
    await mock.ended;
  }
}

async function saveWhileWatching({ home, manager, command, env }: Project): Promise<void> {
  const args = [...manager.execute, "proto-gen", "--watch"];
  const watching = startCommand(command, args, { cwd: home, env });
  try {
    await watching.printed(/^watching \d+ sources?; Ctrl\+C ends$/m);
    saveExtension(home, ["gift_note", "gift_wrap"]);
    await watching.printed(/^wrote [1-9]\d* files?, \d+ unchanged, to generated\//m);
    expect(checkoutMembers(home)).toContain("gift_wrap");
  } finally {
    watching.kill();
    await watching.ended;
  }
}
