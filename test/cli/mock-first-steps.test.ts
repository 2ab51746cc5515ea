/** The call that a mock prints is pasted into shells: what a profile says must not be a command there. */

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { firstSteps } from "../../src/cli/mock/first-steps.js";
import { requestLine } from "../../src/cli/mock/request-line.js";

const URL = "http://127.0.0.1:8080";

function stepsOf(rest: string, header = "Request-Id"): readonly string[] {
  const opened = {
    kind: "opened",
    url: URL,
    site: "https://127.0.0.1:8443",
    discovery: `${URL}/.well-known/proto`,
    platform: `${URL}/platform.json`,
    agentHeader: "Proto-Agent",
    mail: "/tmp/mail",
    certificate: "/tmp/certificate.pem",
    endpoints: { rest },
  } as const;
  return firstSteps(opened, { path: "/carts", body: { note: "it's" }, headers: [header] });
}

/** What curl would be called with. */
function argumentsOf(steps: readonly string[]): readonly string[] {
  const call = steps.slice(steps.indexOf("Try:") + 1).join("\n");
  const script = `curl() { for each in "$@"; do printf '%s\\n' "$each"; done; }\n${call}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).trim().split("\n");
}

describe("the call to try", () => {
  it.each([
    ["$(echo pwned)", "Request-Id"],
    ["';echo pwned;'", "Request-Id"],
    ["a&echo pwned", "X'; echo pwned; '"],
  ])("is one call with a path such as %s", (segment, header) => {
    const said = argumentsOf(stepsOf(`${URL}/${segment}`, header));
    expect(said).toContain(`${URL}/${segment}/carts`);
    expect(said).toContain(`${header}: first`);
    expect(said).toContain('{"note":"it\'s"}');
    expect(said).not.toContain("pwned");
  });
});

describe("the line of a request", () => {
  it("is one line, of printable text, whatever was asked for", () => {
    const line = requestLine({
      kind: "answered",
      method: "GET",
      path: `/\u001b[2J\n${"a".repeat(10_000)}`,
      status: 404,
      code: "not_found",
      milliseconds: 3,
    });
    expect(line).toMatch(/^GET \/[\x20-\x7e]+ - 404 not_found 3 ms$/);
    expect(line.length).toBeLessThan(300);
  });
});
