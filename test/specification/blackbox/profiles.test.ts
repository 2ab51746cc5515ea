/** Profiles of platforms (§5.3, §7.1) and what is agreed by them (§9): which calls are answered, and by which version. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shopping } from "../../blackbox/opening.js";
import { errors } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER } from "../../blackbox/steps.js";
import { listen, type Listening } from "../../support/webhook-parties.js";

/** Paths of a host whose documents are no profiles. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "/empty.json": "{}",
  "/text.json": "a profile",
  "/no-date.json": '{"proto":{"version":"two","capabilities":{}}}',
};

let host: Listening;
beforeAll(async () => {
  host = await listen(({ url = "" }, response) => {
    const document = DOCUMENTS[url];
    if (document !== undefined)
      response.writeHead(200, { "Content-Type": "application/json" }).end(document);
    else if (url === "/moved.json") response.writeHead(302, { Location: "/empty.json" }).end();
    else response.writeHead(404).end();
  });
});
afterAll(() => host.close());

describe.each(TRANSPORTS)("the profile of a platform, over %s", (_, speak) => {
  it.each([
    ["/empty.json", 422, "profile_malformed"],
    ["/text.json", 422, "profile_malformed"],
    ["/no-date.json", 422, "profile_malformed"],
    ["/moved.json", 424, "profile_unreachable"],
    ["/nowhere.json", 424, "profile_unreachable"],
  ])("§5.3: at %s is refused with %i %s", async (path, status, code) => {
    const platform = host.origin + path;
    const by = await shopping(speak);
    const answer = await by.ask("create_checkout", { payload: basket("presets"), platform });
    expect(answer.refused?.code).toBe(code);
    if (answer.rpc === undefined) expect(answer.status).toBe(status);
    else expect(answer.rpc).toBe(-32001);
  });
});

describe.each(TRANSPORTS)("the URL of a profile, over %s", (_, speak) => {
  it.each([
    ["another scheme", "ftp://agent.example/profile.json"],
    ["user information", "https://ada:secret@agent.example/profile.json"],
    ["a fragment", "https://agent.example/profile.json#secret"],
  ])("§5.3: with %s is refused", async (_why, platform) => {
    const by = await shopping(speak);
    const answer = await by.ask("create_checkout", { payload: basket("presets"), platform });
    expect(answer.refused?.code).toBe("invalid_profile_url");
    expect(answer.text).not.toContain("secret");
  });
});

describe.each(TRANSPORTS)("the version of an answer over %s", (_, speak) => {
  it.each(["2026-11-27", "2026-01-01"])(
    "§9.4: is the business's for a platform of version %s",
    async (version) => {
      const by = await shopping(speak, { version });
      const body = await by.create({ ...basket("presets"), buyer: BUYER });
      expect(body.proto).toMatchObject({ version: "2026-11-27", status: "success" });
    },
  );

  it("§9.5: is the business's where it is too early for the platform, and the buyer is handed over", async () => {
    const by = await shopping(speak, { version: "2027-01-01" });
    const { body, refused } = await by.ask("create_checkout", { payload: basket("presets") });
    expect(refused).toBeUndefined();
    expect(body).toMatchObject({
      proto: { version: "2026-11-27", status: "error" },
      status: "requires_escalation",
    });
    expect(errors(body)).toMatchObject([
      { code: "version_unsupported", severity: "requires_buyer_input" },
    ]);
    expect(body.continue_url).toMatch(/^https:/);
    expect(body.line_items).toBeUndefined();
  });
});

describe.each(TRANSPORTS)("the capabilities of an answer over %s", (_, speak) => {
  it("§9.2: are those that both parties have", async () => {
    const by = await shopping(speak, { extensions: ["discount"] });
    const { proto } = await by.create(basket("presets"));
    const names = Object.keys(proto.capabilities ?? {}).map((name) => name.split(".").at(-1));
    expect(names.sort()).toEqual(["cart", "checkout", "discount", "lookup", "order", "search"]);
  });
});
