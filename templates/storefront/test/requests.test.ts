/** The latest requests, as the status page has them. */

import { expect, it } from "vitest";
import type { LogEntry } from "@proto-gen/runtime/server";
import { createRequests } from "../src/backstage/index.js";

const ENTRY: LogEntry = {
  level: "info",
  method: "POST",
  path: "/proto/v1/checkout-sessions",
  operation: "create_checkout",
  requestId: undefined,
  platform: undefined,
  durationMs: 3,
  status: 201,
};

it("have what came of each, and what MCP was asked for where that was no tool", () => {
  const requests = createRequests(() => 0);
  requests.add({ ...ENTRY, outcome: "incomplete" });
  requests.add({ ...ENTRY, status: 404, code: "not_found" });
  requests.add({ ...ENTRY, operation: undefined, mcpMethod: "tools/list" });
  const rows = requests.latest().map(({ operation, code }) => [operation, code]);
  expect(rows).toEqual([
    ["tools/list", undefined],
    ["create_checkout", "not_found"],
    ["create_checkout", "incomplete"],
  ]);
});
