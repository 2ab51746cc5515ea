/** The call that a mock prints is pasted into shells: what a profile says must not be a command there. */

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { gettingStartedLines } from "../../src/cli/commands/mock/text.js";
import { eventLine, requestLine } from "../../src/cli/commands/mock/text.js";

const URL = "http://127.0.0.1:8080";

function stepsOf(rest: string, header = "Request-Id"): readonly string[] {
  const opened = {
    kind: "opened",
    url: URL,
    port: 8080,
    site: "https://127.0.0.1:8443",
    discovery: `${URL}/.well-known/proto`,
    platform: `${URL}/platform.json`,
    agentHeader: "Proto-Agent",
    mail: "/tmp/mail",
    certificate: "/tmp/certificate.pem",
    standIns: [],
    endpoints: { rest },
  } as const;
  const example = { operation: "create_cart", path: "/carts", headers: [header] } as const;
  const data = { products: [{ id: "it's", title: "A mug" }] };
  return gettingStartedLines(opened, { ...example, hasPayment: false }, data);
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
    expect(said).toContain('{"line_items":[{"item":{"id":"it\'s"},"quantity":1}]}');
    expect(said).not.toContain("pwned");
  });
});

describe("the steps", () => {
  it("say what browsers make of the certificate, also where the address is http", () => {
    const said = stepsOf(`${URL}/proto/v1`).join("\n");
    expect(said).toContain("site         https://127.0.0.1:8443");
    expect(said).toContain("Browsers warn");
    expect(said).toContain("NODE_EXTRA_CA_CERTS=/tmp/certificate.pem");
  });
});

describe("the line of a request", () => {
  const answered = { kind: "answered", method: "POST", path: "/carts", milliseconds: 3 } as const;

  it("says what came of it, and what was wrong first", () => {
    const operation = "create_checkout";
    const done = { ...answered, operation, status: 201, outcome: "incomplete" };
    expect(eventLine(done)).toBe("POST /carts create_checkout 201 incomplete 3 ms");
    const issue = `$.currency ${"is required".repeat(100)}`;
    const wrong = requestLine({ ...answered, status: 400, code: "invalid_request", issue });
    expect(wrong).toMatch(/^POST \/carts - 400 invalid_request 3 ms: \$\.currency is required/);
    expect(wrong.length).toBeLessThan(300);
  });

  it("is there for webhooks and mail", () => {
    const sent = { kind: "webhook", order: "order_1", host: "agent.example" } as const;
    expect(eventLine({ ...sent, became: "delivered" })).toBe(
      "webhook of order_1 to agent.example delivered",
    );
    expect(eventLine({ ...sent, became: "postponed", status: 500, code: "refused" })).toBe(
      "webhook of order_1 to agent.example postponed 500 refused",
    );
    const mail = { kind: "mail", to: "ada@example.com", subject: "Your order\u001b 1" } as const;
    expect(eventLine(mail)).toBe("mail to ada@example.com: Your order\\u{1b} 1");
  });

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
