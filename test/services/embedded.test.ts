/** Messages of the embedded transport: every one that a profile's document lists has types and validators. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Validator } from "@proto-gen/runtime/schema";
import { bundleOf, type Bundle } from "../support/bundle.js";
import { compileProblems, HAND_WRITTEN } from "../support/compile.js";
import { published, publishedRelease } from "../support/published.js";

interface Message {
  readonly service: string;
  readonly params: Validator<unknown>;
  readonly result?: Validator<unknown>;
}

const USES = `
  import type { Checkout } from "./index.js";
  import { embeddedMessages, type EmbeddedMessages } from "./embedded.js";

  export const started = (params: EmbeddedMessages["ec.start"]["params"]): Checkout => params.checkout;
  export const isStart = (value: unknown): value is EmbeddedMessages["ec.start"]["params"] =>
    embeddedMessages["ec.start"].params.is(value);
  // @ts-expect-error a notification has no result
  export type None = EmbeddedMessages["ec.start"]["result"];
`;

describe.skipIf(published === undefined)("the embedded transport of 2026-04-08", () => {
  let bundle: Bundle;
  let messages: Readonly<Record<string, Message>>;

  beforeAll(async () => {
    bundle = await bundleOf(publishedRelease("2026-04-08"), "embedded-messages");
    const module = (await import(path.join(bundle.directory, "embedded.ts"))) as {
      readonly embeddedMessages: typeof messages;
    };
    messages = module.embeddedMessages;
  });

  it("has every message of its document, also those that stand in a schema's", () => {
    const root = path.join(published!, "2026-04-08/source/services/shopping/embedded.openrpc.json");
    const { methods } = JSON.parse(readFileSync(root, "utf8")) as {
      readonly methods: readonly { readonly name?: string; readonly $ref?: string }[];
    };
    const listed = methods.map(
      ({ name, $ref = "" }) => name ?? $ref.slice($ref.lastIndexOf("/") + 1),
    );
    expect(Object.keys(messages).sort()).toEqual(listed.sort());
    expect(new Set(Object.values(messages).map(({ service }) => service))).toEqual(
      new Set(["dev.ucp.shopping"]),
    );
  });

  it("carries resources with every active extension", () => {
    const start = messages["ec.start"]!.params.check({ checkout: { fulfillment: 1 } }).map(String);
    expect(start).toContainEqual(expect.stringContaining("$.checkout.fulfillment"));
    expect(messages["ec.ready"]!.params.is({ delegate: ["payment.credential"] })).toBe(true);
    expect(messages["ec.ready"]!.params.is({ delegate: [1] })).toBe(false);
    expect(messages["ec.ready"]!.params.is({ delegates: [] })).toBe(false);
  });

  it("has types that one can write against", () => {
    const file = path.join(bundle.directory, "uses.ts");
    writeFileSync(file, USES);
    expect(compileProblems({ files: [file], options: HAND_WRITTEN })).toEqual([]);
  });
});

it("has no module where a document lists no messages", async () => {
  const { ownRelease } = await import("../support/published.js");
  const { files } = await bundleOf(ownRelease, "embedded-none");
  expect(files.map((file) => file.path)).not.toContain("embedded.ts");
});
