import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseOpenRpc, validateOpenRpc } from "../support/peers/openrpc.js";
import { repository } from "../support/published.js";

const tree = { $ref: "#/components/schemas/Tree" };

function sample() {
  return {
    openrpc: "1.3.2",
    info: { title: "Trees", version: "2026-11-27" },
    methods: [
      {
        name: "grow",
        params: [{ name: "tree", schema: tree }],
        result: { name: "tree", schema: tree },
      },
    ],
    components: {
      schemas: {
        Tree: {
          type: ["object", "null"],
          properties: { children: { type: "array", items: tree }, parent: { not: {} } },
          unevaluatedProperties: false,
        },
      },
    },
  };
}

describe("OpenRPC", () => {
  it("is valid with a recursive schema", async () => {
    expect(validateOpenRpc(sample())).toBe(true);
    expect(await parseOpenRpc(sample())).toEqual(sample());
  });

  it("is what the release's service description is", () => {
    const file = path.join(repository, "schemas/2026-11-27/services/shopping/mcp.openrpc.json");
    expect(validateOpenRpc(JSON.parse(readFileSync(file, "utf8")) as object)).toBe(true);
  });

  it("is not valid without what it requires", () => {
    const { methods: _, ...rest } = sample();
    expect(validateOpenRpc(rest)).toHaveProperty("message", expect.stringContaining("methods"));
  });

  it("is not valid with a schema that is none", async () => {
    const document = sample();
    document.components.schemas.Tree.type = ["list"];
    expect(validateOpenRpc(document)).not.toBe(true);
    await expect(parseOpenRpc(document)).rejects.toThrow();
  });
});
