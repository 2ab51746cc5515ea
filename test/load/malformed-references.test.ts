/** References that no document can mean: each is an error at its place, whatever document it stands in (RFC 3986, RFC 6901). */

import { describe, expect, it } from "vitest";
import { readFragment } from "../../src/json-schema/fragment.js";
import type { DiagnosticReport } from "../../src/cli/report.js";
import { profileSchemasAbove } from "../../src/load/load-from.js";
import { valueAt } from "../../src/text/value-at.js";
import {
  capability,
  CHECKOUT,
  checkoutSchema,
  diagnosticsIn,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  type Release,
  type ReleaseFiles,
} from "../support/release.js";

const TILDE = /0 or 1 must follow each ~ \(RFC 6901 §3\)/;
const PERCENT = /two hexadecimal digits must follow each % \(RFC 3986 §2.1\)/;

/** Fragments, and what is wrong with each. */
const MALFORMED: readonly (readonly [string, RegExp])[] = [
  ["#/$defs/a~", TILDE],
  ["#/~", TILDE],
  ["#/~2", TILDE],
  ["#/$defs/a~/b", TILDE],
  ["#/%7E", TILDE],
  ["#/%zz", PERCENT],
  ["#%", PERCENT],
  ["#/%e2%28%a1", PERCENT],
];

/** Well formed, but nothing is there. */
const DANGLING: readonly (readonly [string, RegExp])[] = [
  ...["#/", "#//", "#/$defs/a~0", "#nope", "#/__proto__", "#/$defs/constructor", "#/toString"],
  ...["#/required/0", "#/properties/length", "##", "#a~"],
].map((reference) => [reference, /no such fragment|exists/] as const);

async function errorsOf(
  files: ReleaseFiles,
  command: (given: Release) => readonly string[] = ({ args }) => args,
): Promise<{ code: number; errors: readonly DiagnosticReport[] }> {
  const result = await runTool([...command(release(files)), "--json"]);
  return { code: result.code, errors: result.code === 3 ? diagnosticsIn(result) : [] };
}

function withMember(schema: object): ReleaseFiles {
  return { schemas: { "checkout.json": checkoutSchema({ gift: schema }, { $defs: { b: {} } }) } };
}

function withOpenapi(post: object, more: object = {}): ReleaseFiles {
  return withService("rest", {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: { "/checkouts": { post } },
    ...more,
  });
}

function withService(transport: string, document: object): ReleaseFiles {
  const binding = {
    ...{ version: "2026-01-01", transport, schema: `${SCHEMAS}/service.json` },
    endpoint: "https://example.com/v1",
  };
  return {
    profile: profileOf(capability(CHECKOUT), { services: { "com.example.shop": [binding] } }),
    schemas: { "service.json": document },
  };
}

function post(schema: object): object {
  const responses = { 200: { description: "It." } };
  const requestBody = { content: { "application/json": { schema } } };
  return { operationId: "create_checkout", requestBody, responses };
}

describe.each(["$ref", "$dynamicRef"])("a malformed %s in a schema", (keyword) => {
  it.each([...MALFORMED, ...DANGLING])("%s is an error of generate", async (reference, reason) => {
    for (const written of [reference, `checkout.json${reference}`]) {
      const { code, errors } = await errorsOf(withMember({ [keyword]: written }));
      expect(code).toBe(3);
      expect(errors).toMatchObject([
        {
          code: "LOAD_REF_UNRESOLVED",
          message: expect.stringMatching(reason) as string,
          file: expect.stringMatching(/schemas\/checkout\.json$/) as string,
          line: expect.any(Number) as number,
          pointer: `/properties/gift/${keyword}`,
        },
      ]);
      expect(errors[0]?.message).toContain(`${keyword} ${written}`);
    }
  });
});

describe("a malformed $ref in a schema", () => {
  it.each(MALFORMED)("%s is a finding of lint, and ends diff with 3", async (reference) => {
    const given = release(withMember({ $ref: reference }));
    const lint = await runTool(["lint", given.schemas, "--json"]);
    expect(lint.code).toBe(1);
    expect(JSON.parse(lint.out)).toMatchObject({
      findings: [{ rule: "LOAD_REF_UNRESOLVED", pointer: "/properties/gift/$ref" }],
    });
    expect((await runTool(["diff", given.schemas, given.schemas])).code).toBe(3);
  });
});

describe("a malformed reference in a service document", () => {
  it.each(MALFORMED)("%s of a schema is an error", async (reference) => {
    const { code, errors } = await errorsOf(withOpenapi(post({ $ref: reference })));
    expect(code).toBe(3);
    expect(errors).toMatchObject([
      { code: "SERVICE_SCHEMA_UNRESOLVED", line: expect.any(Number) as number },
    ]);
  });

  it.each([...MALFORMED, ["#parameters", /does not resolve/] as const])(
    "%s of a Reference Object is an error",
    async (reference, reason) => {
      const parameters = [{ $ref: reference }];
      const { code, errors } = await errorsOf(withOpenapi({ ...post({}), parameters }));
      expect(code).toBe(3);
      expect(errors).toMatchObject([
        {
          code: "SERVICE_INVALID",
          message: expect.stringMatching(reason) as string,
          pointer: "/paths/~1checkouts/post/parameters/0",
        },
      ]);
    },
  );

  it.each(MALFORMED)("%s of an OpenRPC document is an error", async (reference, reason) => {
    const result = { name: "checkout", schema: {} };
    const methods = [{ name: "create_checkout", params: [{ $ref: reference }], result }];
    const document = { openrpc: "1.3.2", info: { title: "Shop", version: "1" }, methods };
    const { code, errors } = await errorsOf(withService("mcp", document));
    expect(code).toBe(3);
    expect(errors).toMatchObject([
      { message: expect.stringMatching(reason) as string, pointer: "/methods/0/params/0" },
    ]);
  });
});

describe("a malformed fragment elsewhere", () => {
  it.each(MALFORMED)("%s of a profile's schema is an error there", async (fragment, reason) => {
    const schema = `${SCHEMAS}/checkout.json${fragment}`;
    const { code, errors } = await errorsOf({
      profile: profileOf(capability(CHECKOUT, { schema })),
    });
    expect(code).toBe(3);
    expect(errors).toMatchObject([
      {
        code: "LOAD_SCHEMA_UNRESOLVED",
        message: expect.stringMatching(reason) as string,
        pointer: `/proto/capabilities/${CHECKOUT}/0/schema`,
      },
    ]);
  });

  it.each(MALFORMED)("%s on the command line ends with 2", async (fragment, reason) => {
    const given = release({ files: { "payload.json": {} } });
    const schema = `${given.schemas}/checkout.json${fragment}`;
    for (const args of [
      ["resolve", schema],
      ["validate", `${given.directory}/payload.json`, "--schema", schema],
    ]) {
      const { code, err } = await runTool(args);
      expect([code, err]).toEqual([2, expect.stringMatching(reason)]);
    }
  });

  it("of a schema file that is named urn:, which nothing stands beside", async () => {
    const given = release({ schemas: { "named.json": { $id: "urn:a:b", $ref: "checkout.json" } } });
    const { code, out } = await runTool(["resolve", `${given.schemas}/named.json`, "--bundle"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveProperty("properties.total");
  });

  it("of --schemas is a usage error", async () => {
    const given = release();
    for (const prefix of ["https://", "https://[", "https://a b"]) {
      const schemas = `${given.schemas}=${prefix}`;
      const { code, err } = await runTool(["list", "-p", given.profile, "--schemas", schemas]);
      expect([code, err]).toEqual([2, expect.stringContaining("is not a URL")]);
    }
  });
});

describe("readFragment", () => {
  it("tells pointers from anchors, decoded", () => {
    expect(readFragment("")).toEqual({ kind: "pointer", pointer: "" });
    expect(readFragment("/%24defs/a~1b")).toEqual({ kind: "pointer", pointer: "/$defs/a~1b" });
    expect(readFragment("a%20b")).toEqual({ kind: "anchor", name: "a b" });
    // A tilde has a meaning in pointers only.
    expect(readFragment("a~")).toEqual({ kind: "anchor", name: "a~" });
  });
});

describe("valueAt", () => {
  it("finds nothing for what is no index of an array (RFC 6901 §4)", () => {
    for (const token of ["", "-", "-1", "00", "1e0", "0x0", " 0", "length"])
      expect(valueAt({ list: ["a", "b"] }, `/list/${token}`)).toBeUndefined();
    expect(valueAt({ list: ["a", "b"] }, "/list/1")).toBe("b");
  });
});

describe("profileSchemasAbove", () => {
  it("ends at the root of each kind of URL", () => {
    expect(profileSchemasAbove("https://a.example/b/c.json")).toHaveLength(2);
    expect(profileSchemasAbove("file:///C:/b/c.json")).toHaveLength(2);
    expect(profileSchemasAbove("urn:a:b")).toEqual([]);
  });
});
