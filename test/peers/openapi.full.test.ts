import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeEmitted } from "../support/emitted.js";
import { checkExamples } from "../support/peers/openapi-examples.js";
import { metaSchemaId, openapiErrors } from "../support/peers/openapi-meta-schema.js";
import { lintOpenapi, summarizeLint } from "../support/peers/redocly.js";
import { sampleOpenapi } from "../support/peers/sample-openapi.js";

function write(name: string, document: object): string {
  const directory = writeEmitted(`peers-${name}`, []);
  const content = JSON.stringify(document, null, 2);
  writeEmitted(`peers-${name}`, [{ path: "openapi.json", content }]);
  return path.join(directory, "openapi.json");
}

describe("redocly lint, recommended", () => {
  it("finds nothing in a document without faults", async () => {
    expect(await lintOpenapi(write("lint-good", sampleOpenapi()))).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it("counts errors and warnings apart, by rule", async () => {
    const document = sampleOpenapi();
    document.servers[0]!.url = "https://example.com";
    document.security.push({ nothing: [] } as never);
    document.components.schemas.Item.properties.parts.items.$ref = "#/components/schemas/Items";
    const result = await lintOpenapi(write("lint-bad", document));
    expect(summarizeLint(result)).toEqual([
      "error no-unresolved-refs: 1",
      "error security-defined: 1",
      "warn no-server-example.com: 1",
    ]);
    expect(result.errors[0]?.pointer).toContain("/components/schemas/Item");
  });

  it("is not content with a file that holds no document", async () => {
    const file = write("lint-none", {});
    writeFileSync(file, "[");
    await expect(lintOpenapi(file)).rejects.toThrow(/did not lint/);
  });
});

describe("the meta-schema of OpenAPI 3.1", () => {
  it("is the official one", () => {
    expect(metaSchemaId).toMatch(/^https:\/\/spec\.openapis\.org\/oas\/3\.1\/schema\/20\d\d-/);
  });

  it("accepts a document without faults", () => {
    expect(openapiErrors(sampleOpenapi())).toEqual([]);
  });

  it("finds a member that OpenAPI does not have", () => {
    const document = sampleOpenapi();
    Object.assign(document.paths["/carts/{id}"].put, { body: {} });
    expect(openapiErrors(document).join("\n")).toContain("unevaluated properties");
  });

  it("finds what is no JSON Schema 2020-12, however deep", () => {
    const document = sampleOpenapi();
    document.components.schemas.Item.properties.parts.type = "list";
    expect(openapiErrors(document).join("\n")).toContain(
      "/components/schemas/Item/properties/parts/type must be equal to one of the allowed values",
    );
  });

  it("asks for the dialect that it checks", () => {
    const document = { ...sampleOpenapi(), jsonSchemaDialect: undefined };
    expect(openapiErrors(document)[0]).toContain("/jsonSchemaDialect");
  });
});

describe("examples", () => {
  it("are found in media types, parameters and schemas, through references", () => {
    expect(checkExamples(sampleOpenapi())).toEqual({ count: 5, refused: [], unused: [] });
  });

  it("are refused by their schema, by pointer", () => {
    const document = sampleOpenapi();
    document.components.examples.cart.value.expires_at = "tomorrow";
    document.components.schemas.CartUpdateResponse.properties.id.examples = [1] as never;
    Object.assign(document.components.examples.request.value, { id: "cart_1" });
    expect(checkExamples(document).refused).toEqual([
      "/paths/~1carts~1{id}/put/requestBody/content/application~1json/examples/usual: data/id must NOT be valid",
      '/paths/~1carts~1{id}/put/responses/200/content/application~1json/examples/usual: data/expires_at must match format "date-time"',
      "/components/schemas/CartUpdateResponse/properties/id/examples/0: data must be string",
    ]);
  });

  it("are unused where nothing refers to them", () => {
    const document = sampleOpenapi();
    Object.assign(document.components.examples, { lost: { value: 1 } });
    expect(checkExamples(document).unused).toEqual(["lost"]);
  });

  it("must not refer to nothing", () => {
    const document = sampleOpenapi();
    Object.assign(document.components, { examples: {} });
    expect(() => checkExamples(document)).toThrow(/refers to nothing/);
  });
});
