import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeEmitted } from "../support/emitted.js";
import { conform, generatorsInstalled } from "../support/peers/generators.js";
import { sampleOpenapi } from "../support/peers/sample-openapi.js";

function write(name: string, document: object): string {
  const content = JSON.stringify(document, null, 2);
  return path.join(writeEmitted(name, [{ path: "openapi.json", content }]), "openapi.json");
}

describe.skipIf(!generatorsInstalled)("openapi-ts and orval", () => {
  it("generate from a document without faults what compiles", async () => {
    const { ok, output } = await conform(write("peers-generate-good", sampleOpenapi()));
    expect(output.trim().split("\n")).toEqual([
      expect.stringMatching(/^@hey-api\/openapi-ts 0\.95\.0: files written: \d+; they compile$/),
      expect.stringMatching(/^orval 7\.13\.2: files written: 1; they compile$/),
    ]);
    expect(ok).toBe(true);
  });

  it("fail where what one of them wrote does not compile", async () => {
    const document = sampleOpenapi();
    const { responses } = document.paths["/carts/{id}"].put;
    // orval prints the range as a number, `status: 2XX`.
    Object.assign(responses, { "2XX": responses["200"] });
    const { ok, output } = await conform(write("peers-generate-bad", document));
    expect(output).toMatch(/^@hey-api\/openapi-ts 0\.95\.0: files written/m);
    expect(output).toMatch(/^orval 7\.13\.2: failed[^]*error TS1351/m);
    expect(ok).toBe(false);
  });

  it("fail where two schemas become one type", async () => {
    const document = sampleOpenapi();
    const { schemas } = document.components;
    const part = { type: "object", properties: { of: { type: "string" } } };
    Object.assign(schemas, { item: part });
    schemas.Item.properties.parts.items.$ref = "#/components/schemas/item";
    const { ok, output } = await conform(write("peers-generate-merged", document));
    expect(output).toMatch(/^orval 7\.13\.2: failed\napi\.ts has two types of one name: Item$/m);
    expect(ok).toBe(false);
  });

  it("fail where there is no document", async () => {
    expect((await conform("nowhere.json")).ok).toBe(false);
  });
});
