/** A service that is split over documents: what is said of it as a whole, and of each document's operations. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/load/document.js";
import { joinMcpDocuments, joinRestDocuments } from "../../src/load/services/join-documents.js";
import { readOpenapi } from "../../src/load/services/read-openapi.js";
import type { RestDocument } from "../../src/load/services/service-document.js";

function rest(id: string, more: JsonObject = {}, endpoint?: string, security?: Json): RestDocument {
  const get = { operationId: id, responses: {}, ...(security === undefined ? {} : { security }) };
  const root = { openapi: "3.1.0", paths: { [`/${id}`]: { get } }, ...more };
  const uri = `https://example.com/${id}.json`;
  const document = readDocument(uri, `${id}.json`, new TextEncoder().encode(JSON.stringify(root)));
  const operations = readOpenapi(document);
  return { document, documents: [document], root, endpoint, operations, problems: [] };
}

describe("documents of one service", () => {
  it("are one as it is, or none", () => {
    const one = rest("one");
    expect(joinRestDocuments([one])).toMatchObject({ root: one.root, documents: one.documents });
    expect(joinRestDocuments([])).toBeUndefined();
    expect(joinMcpDocuments([])).toBeUndefined();
  });

  it("have the operations of all, and the first endpoint that one has", () => {
    const [one, two] = [rest("one"), rest("two", {}, "https://shop.example.com/")];
    const joined = joinRestDocuments([one, two, rest("three", {}, "https://other.example.com/")]);
    expect(joined?.operations.map(({ id }) => id)).toEqual(["one", "two", "three"]);
    expect(joined?.endpoint).toBe("https://shop.example.com/");
    expect(joined?.document).toBe(one.document);
    expect(joinRestDocuments([one, two, one])?.documents).toEqual([one.document, two.document]);
  });

  it("have the members of the first, with tags and security schemes that only others have", () => {
    const first = {
      info: { title: "One" },
      tags: [{ name: "a", description: "of one" }],
      components: { schemas: { s: {} }, securitySchemes: { key: { type: "apiKey" } } },
    };
    const second = {
      info: { title: "Two" },
      tags: [{ name: "a", description: "of two" }, { name: "b" }],
      components: { schemas: { t: {} }, securitySchemes: { key: {}, token: { type: "http" } } },
    };
    expect(joinRestDocuments([rest("one", first), rest("two", second)])?.root).toMatchObject({
      info: { title: "One" },
      tags: [{ name: "a", description: "of one" }, { name: "b" }],
      components: {
        schemas: { s: {} },
        securitySchemes: { key: { type: "apiKey" }, token: { type: "http" } },
      },
    });
    const plain = joinRestDocuments([rest("one"), rest("two")])?.root;
    expect(plain).not.toHaveProperty("tags");
    expect(plain).not.toHaveProperty("components");
    const added = joinRestDocuments([rest("one"), rest("two", second)])?.root;
    expect(added?.["components"]).toEqual({ securitySchemes: second.components.securitySchemes });
  });

  it("keep what each says of the security of its operations", () => {
    const [key, token] = [[{ key: [] }], [{ token: [] }]];
    const joined = joinRestDocuments([
      rest("one", { security: key }),
      rest("two", { security: token }),
      rest("three"),
      rest("four", { security: token }, undefined, key),
      rest("five", { security: key }),
    ]);
    expect(joined?.operations.map(({ id, security }) => [id, security])).toEqual([
      ["one", undefined],
      ["two", token],
      ["three", []],
      ["four", key],
      ["five", undefined],
    ]);
  });
});
