/** `proto-gen tokenizer` as a process (§2.10, §4.6, §5.6). */

import path from "node:path";
import process from "node:process";
import { afterEach, describe, expect, it } from "vitest";
import { repository } from "../support/published.js";
import { CARD } from "../support/sample-tokenizer.js";
import { startCommand, type Running } from "../support/user-process.js";

interface Opened {
  readonly url: string;
  readonly participant: string;
  readonly bearer: string;
}

const running: Running[] = [];
afterEach(() => {
  for (const each of running.splice(0)) each.kill();
});

function start(...args: readonly string[]): Running {
  const bin = path.join(repository, "bin/proto-gen.js");
  const started = startCommand(process.execPath, [bin, "tokenizer", ...args], { cwd: repository });
  running.push(started);
  return started;
}

async function open(...args: readonly string[]) {
  const started = start("--port", "0", "--json", ...args);
  const [text] = await started.printed(/^\{"kind":"opened".*\}$/m);
  const opened = JSON.parse(text) as Opened;
  const post = async (call: string, body: object, bearer?: string) => {
    const authorization = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
    const response = await fetch(`${opened.url}/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...authorization },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    return { status: response.status, answer };
  };
  async function tokenFor(checkout_id: string): Promise<unknown> {
    const binding = { checkout_id, identity: { access_token: opened.participant } };
    const { status, answer } = await post("tokenize", { credential: CARD, binding });
    expect(status).toBe(200);
    return answer["token"];
  }
  const redeem = (token: unknown, checkout_id: string, bearer?: string) =>
    post("detokenize", { token, binding: { checkout_id } }, bearer);
  return { started, opened, post, tokenFor, redeem };
}

describe("a tokenizer alone", () => {
  it("gives the credential to its business once, for the checkout alone", async () => {
    const { started, opened, tokenFor, redeem } = await open();
    const token = await tokenFor("checkout_1");
    expect(await redeem(token, "checkout_1")).toMatchObject({ status: 401 });
    expect(await redeem(token, "checkout_1", "another")).toMatchObject({ status: 401 });
    const { bearer } = opened;
    expect(await redeem(token, "checkout_2", bearer)).toMatchObject({ status: 404 });
    expect(await redeem(token, "checkout_1", bearer)).toEqual({ status: 200, answer: CARD });
    expect(await redeem(token, "checkout_1", bearer)).toMatchObject({ status: 404 });
    await started.printed(/"path":"\/detokenize","status":404.*\n(?:.*\n)*.*"status":404/);
    // What it has printed of calls has no secret; `printed` fails where nothing matches at its end.
    process.kill(started.pid, "SIGTERM");
    expect(await started.ended).toBe(0);
    for (const secret of [CARD.number, String(token)])
      await expect(started.printed(new RegExp(secret))).rejects.toThrow("it ended without");
  });

  it("knows no business by another name", async () => {
    const { post } = await open("--participant", "shop-1");
    const binding = { checkout_id: "c", identity: { access_token: "business" } };
    expect(await post("tokenize", { credential: CARD, binding })).toMatchObject({
      status: 403,
      answer: { code: "forbidden" },
    });
  });

  it("gives it as often as asked with --policy ttl, to the bearer that was given", async () => {
    const { opened, tokenFor, redeem } = await open("--policy", "ttl", "--bearer", "secret-1");
    expect(opened.bearer).toBe("secret-1");
    const token = await tokenFor("c");
    for (const _ of [1, 2])
      expect(await redeem(token, "c", "secret-1")).toMatchObject({ status: 200 });
  });

  it("says what to do where its port is taken", async () => {
    const { opened } = await open();
    const { port } = new URL(opened.url);
    const other = start("--port", port);
    await other.printed(new RegExp(`PORT_UNAVAILABLE: port ${port} is in use`));
    expect(await other.ended).toBe(2);
  });

  it("prints a call to try that is answered", async () => {
    const started = start("--port", "0");
    const [, url = ""] = await started.printed(/address +(http:\S+)/);
    const [, body = ""] = await started.printed(/-d '(\{.*\})'/);
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${url}/tokenize`, { method: "POST", headers, body });
    expect(await response.json()).toEqual({
      type: "token",
      token: expect.stringMatching(/^tok_[\w-]{43}$/),
    });
    await started.printed(/POST \/tokenize tokenize 200 - \d+ ms/);
  });
});
