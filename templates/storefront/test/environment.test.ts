/** The settings of `npm start`: what cannot be read ends the start, and names its variable. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readEnvironment } from "../src/environment.js";

const folder = mkdtempSync(path.join(tmpdir(), "environment-"));
const PEM = path.join(folder, "pem");
writeFileSync(PEM, "pem");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("an environment that says nothing", () => {
  it("is a shop on port 3000 that trusts nobody", () => {
    expect(readEnvironment({})).toEqual({
      port: 3000,
      directory: "data",
      base: undefined,
      tls: undefined,
      smtpUrl: undefined,
      trusted: new Set(),
      geoIpCountryHeader: undefined,
    });
  });
});

describe("TRUSTED_PLATFORMS", () => {
  it.each(["", " ", ",", " , ,", "\n"])("%j trusts nobody, an empty name least of all", (text) => {
    const { trusted } = readEnvironment({ TRUSTED_PLATFORMS: text });
    expect(trusted.size).toBe(0);
    expect(trusted.has("")).toBe(false);
  });

  it("may be on several lines, and end with a comma", () => {
    const text = "https://a.example/p.json,\n https://b.example/p.json ,";
    const { trusted } = readEnvironment({ TRUSTED_PLATFORMS: text });
    expect([...trusted]).toEqual(["https://a.example/p.json", "https://b.example/p.json"]);
  });
});

describe("a value that can be right", () => {
  it.each([
    ["PORT", "0", { port: 0 }],
    ["PORT", "65535", { port: 65_535 }],
    ["DATA", "my data", { directory: "my data" }],
    ["BASE_URL", "https://shop.example/", { base: "https://shop.example" }],
    ["BASE_URL", "https://shop.example/eu/", { base: "https://shop.example/eu" }],
    ["BASE_URL", "http://127.0.0.1:3000", { base: "http://127.0.0.1:3000" }],
    ["SMTP_URL", "smtps://u:p@mail.example", { smtpUrl: "smtps://u:p@mail.example" }],
    ["GEO_IP_COUNTRY_HEADER", "CF-IPCountry", { geoIpCountryHeader: "CF-IPCountry" }],
  ])("%s=%s", (name, text, expected) => {
    expect(readEnvironment({ [name]: text })).toMatchObject(expected);
  });

  it("of TLS is two files", () => {
    const { tls } = readEnvironment({ TLS_KEY: PEM, TLS_CERT: PEM });
    expect(String(tls?.key)).toBe("pem");
  });
});

describe("a value that cannot be right is refused by name", () => {
  it.each([
    ...["", " ", "x", "-1", "65536", "3000.5", "1e3", "0x10", " 80", "80 ", "NaN", "+80"].map(
      (text) => ["PORT", text],
    ),
    ...["", " "].map((text) => ["DATA", text]),
    ...[
      "",
      "shop.example",
      "https:shop.example",
      "https:///shop.example",
      "http://shop.example",
    ].map((text) => ["BASE_URL", text]),
    ...[
      "https://u@shop.example",
      "https://shop.example?a",
      "https://shop.example#a",
      "ftp://a",
    ].map((text) => ["BASE_URL", text]),
    ...["", "mail.example", "https://mail.example", "smtp://"].map((text) => ["SMTP_URL", text]),
    ...["*", "agent.example", "http://agent.example/p", "https:agent.example", "true"].map(
      (text) => ["TRUSTED_PLATFORMS", text],
    ),
    ...["", "X Country", "X:Y", "é"].map((text) => ["GEO_IP_COUNTRY_HEADER", text]),
    ...["", "no-such-file"].map((text) => ["TLS_KEY", text]),
  ] as [string, string][])("%s=%j", (name, text) => {
    const both = name === "TLS_KEY" ? { TLS_CERT: PEM } : {};
    expect(() => readEnvironment({ ...both, [name]: text })).toThrow(new RegExp(`^${name}: `));
  });

  it.each([{ TLS_KEY: PEM }, { TLS_CERT: PEM }])("%j", (variables) => {
    expect(() => readEnvironment(variables)).toThrow("TLS_KEY and TLS_CERT");
  });

  it("together with the others", () => {
    expect(() => readEnvironment({ PORT: "x", DATA: "" })).toThrow(/PORT: .*\nDATA: /);
  });
});
