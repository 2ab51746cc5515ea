import type { FileInfo } from "@apidevtools/json-schema-ref-parser";
import { describe, expect, it, vi } from "vitest";
import { runPlugins } from "../../src/load/plugin-chain.js";

const URI = "https://shop.example/schemas/checkout.json";

describe("the plugin chain", () => {
  it("gives what is read to the parser", async () => {
    const parsed: unknown[] = [];
    const parse = ({ data }: FileInfo): boolean => {
      parsed.push(String(data));
      return true;
    };
    await runPlugins(URI, { read: () => Buffer.from("{}"), parse });
    expect(parsed).toEqual(["{}"]);
  });

  it("fails where a plugin does", async () => {
    const parse = vi.fn(() => true);
    const read = vi.fn((): Buffer => {
      throw new Error("not readable");
    });
    await expect(runPlugins(URI, { read, parse })).rejects.toThrow();
    expect(read).toHaveBeenCalledOnce();
    expect(parse).not.toHaveBeenCalled();
  });
});
