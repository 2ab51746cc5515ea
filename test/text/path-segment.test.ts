/** Names of files and folders: every operating system takes them, and they lead nowhere else. */

import { describe, expect, it } from "vitest";
import { documentModule } from "../../src/model/module-path.js";
import { pathSegment } from "../../src/text/path-segment.js";

describe("a path's segment", () => {
  it.each([
    ["line-item", "line-item"],
    ["acme.com", "acme.com"],
    ["localhost:8080", "localhost-8080"],
    ["[::1]", "1"],
    ["..", "schema"],
    ["", "schema"],
    [" trailing. ", "trailing"],
    ["con", "x-con"],
    ["CON", "x-con"],
    ["aux.txt", "x-aux.txt"],
    ["com1", "x-com1"],
    ["com", "com"],
    ["contract", "contract"],
    ["a/../b", "a-..-b"],
    ["a\\b\0c", "a-b-c"],
  ])("of %j is %s", (text, segment) => {
    expect(pathSegment(text)).toBe(segment);
    expect(pathSegment(segment)).toBe(segment);
  });

  it("is short, and another one for another text", () => {
    const [one, other] = ["a", "b"].map((end) => pathSegment("x".repeat(300) + end));
    expect(one).toMatch(/^x{191}-[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
  });
});

describe("the module of a document", () => {
  it.each([
    ["foo:../../x", "schemas/schema/schema/x"],
    ["foo://../x", "schemas/schema/x"],
    ["urn:example:checkout", "schemas/example-checkout"],
    ["https://acme.com/", "schemas/acme.com/schema"],
    ["https://acme.com/types/con.json", "schemas/acme.com/types/x-con"],
    ["https://acme.com/a%2F..%2F..%2Fb.json", "schemas/acme.com/a-b"],
  ])("%s is %s", (uri, module) => {
    expect(documentModule(uri, { protocolHost: "proto.dev" })).toBe(module);
  });
});
