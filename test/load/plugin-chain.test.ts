import type { FileInfo } from "@apidevtools/json-schema-ref-parser";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Plugins } from "../../src/load/plugin-chain.js";

const PARTS = "@apidevtools/json-schema-ref-parser/dist/lib/parse.js";
const URI = "https://shop.example/schemas/checkout.json";

afterEach(() => {
  vi.doUnmock(PARTS);
  vi.resetModules();
});

describe.each([
  ["the library's parts", () => undefined],
  [
    "the library as a whole, where its parts have moved",
    () =>
      vi.doMock(PARTS, () => {
        throw new Error("no such file");
      }),
  ],
])("the plugin chain from %s", (_name, prepare) => {
  async function run(plugins: Plugins): Promise<unknown> {
    prepare();
    const { pluginChain } = await import("../../src/load/plugin-chain.js");
    return (await pluginChain())(URI, plugins);
  }

  it("gives what is read to the parser", async () => {
    const parsed: unknown[] = [];
    const parse = ({ data }: FileInfo): boolean => {
      parsed.push(String(data));
      return true;
    };
    await run({ read: () => Buffer.from("{}"), parse });
    expect(parsed).toEqual(["{}"]);
  });

  it("fails where a plugin does", async () => {
    const parse = vi.fn(() => true);
    const read = vi.fn((): Buffer => {
      throw new Error("not readable");
    });
    await expect(run({ read, parse })).rejects.toThrow();
    expect(read).toHaveBeenCalledOnce();
    expect(parse).not.toHaveBeenCalled();
  });
});
