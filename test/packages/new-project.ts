/**
 * What a new user does, step by step, in an empty folder: install both packages, generate, check, type-check, and buy something from the
 * mock with the generated client. A step that every project goes through is a line of `STEPS`.
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
  include: ["purchase.ts", "generated"],
};

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
  generate: async ({ run, manager }) => {
    const { stderr } = await run([
      ...[...manager.execute, "proto-gen"],
      ...["--profile", "./profile.json"],
    ]);
    expect(stderr).toMatch(/^wrote \d+ files to generated\//m);
  },
  check: async ({ run, manager }) => {
    await run([...manager.execute, "proto-gen", "--profile", "./profile.json", "--check"]);
  },
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
  write(home, "profile.json", profileWithoutMandates());
  write(home, "tsconfig.json", TSCONFIG);
  write(home, "purchase.ts", PURCHASE);
  return { ...options, home, run: (args) => runCommand(command, args, { cwd: home, env }) };
}

/** A mandate is signed by the buyer's device, which a first purchase does without. */
function profileWithoutMandates(): object {
  const text = readFileSync(path.join(repository, "profile.json"), "utf8");
  const profile = JSON.parse(text) as { readonly proto: { readonly capabilities: object } };
  const capabilities = Object.entries(profile.proto.capabilities).filter(
    ([name]) => !name.endsWith(".ap2_mandate"),
  );
  return {
    ...profile,
    proto: { ...profile.proto, capabilities: Object.fromEntries(capabilities) as object },
  };
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
  const args = [
    ...[...manager.execute, "proto-gen", "mock"],
    ...["--profile", "./profile.json", "--port", "0", "--json"],
  ];
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
