/** MCP (§4.5): a message that cannot be a call, and a call that does not name its platform. */

import { describe, expect, it } from "vitest";
import { business } from "../../blackbox/opening.js";
import { callTool, metaOf, sendMessage, toolRequest } from "../../blackbox/speak-mcp.js";
import { basket } from "../../blackbox/steps.js";

describe("a request over MCP", () => {
  it("§4.5: is one message: a batch is refused", async () => {
    const open = await business();
    const args = { meta: metaOf(open.platform), checkout: basket("presets") };
    const one = toolRequest("create_checkout", args);
    const batch = { ...one, body: `[${Array.from({ length: 50 }, () => one.body).join(",")}]` };
    const answer = await sendMessage(open.mcp, batch);
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ data: { code: "invalid_request" } });
    expect(answer.result).toBeUndefined();
    expect(answer.text.length).toBeLessThan(500);
  });

  it.each<readonly [string, object]>([
    ["no meta", {}],
    ["an empty meta", { meta: {} }],
    ["an agent without a profile", { meta: { "proto-agent": {} } }],
  ])("§4.5: that has %s is told which member is missing", async (_, more) => {
    const open = await business();
    const answer = await callTool(open.mcp, "create_checkout", {
      ...more,
      checkout: basket("presets"),
    });
    expect(answer.error?.data).toEqual({
      code: "invalid_profile_url",
      content: 'The call names no platform: meta["proto-agent"].profile is required.',
    });
  });

  it("§4.5: that names a platform by no https URL is told so", async () => {
    const open = await business();
    const args = { meta: metaOf("ftp://agent.example"), checkout: basket("presets") };
    expect((await callTool(open.mcp, "create_checkout", args)).error?.data).toEqual({
      code: "invalid_profile_url",
      content: "The profile URL is malformed or not https.",
    });
  });
});
