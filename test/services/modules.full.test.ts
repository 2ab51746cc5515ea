/** The TypeScript of the bundle: it compiles, and says what the JSON documents say (§8). */

import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { Operation, OperationValidators, Service } from "@proto-gen/runtime/codegen/v1";
import type { Validator } from "@proto-gen/runtime/schema";
import type { OutputFile } from "../../src/emit/output-file.js";
import { bundleOf, reducedRelease, type Bundle } from "../support/bundle.js";
import { compileErrors, importEmitted, writeEmitted } from "../support/emitted.js";
import { valueAt } from "../support/peers/openapi-objects.js";
import { ownRelease, published, publishedReleases, type Release } from "../support/published.js";
import { sized } from "../support/sizes.js";
import { vendorRelease } from "../support/vendor-service.js";

const ALL_REDUCED: readonly Release[] = [
  reducedRelease("without-fulfillment", { capability: (name) => name !== "fulfillment" }),
  reducedRelease("without-cart", { capability: (name) => name !== "cart" }),
  reducedRelease("catalog-only", { capability: (name) => name.startsWith("catalog.") }),
  reducedRelease("mcp-only", { transport: "mcp" }),
  reducedRelease("rest-only", { transport: "rest" }),
];

const REDUCED = sized({ quick: ALL_REDUCED.slice(2, 3), full: ALL_REDUCED });

it("compiles for reduced profiles, under every strict option (§8)", async () => {
  const all: OutputFile[] = [];
  for (const release of REDUCED) {
    const { files } = await bundleOf(release, `services-modules-${release.name}`);
    all.push(...files.map((file) => ({ ...file, path: `${release.name}/${file.path}` })));
  }
  expect(compileErrors(writeEmitted("services-modules-reduced", all), all)).toEqual([]);
}, 60_000);

describe(`the modules of release ${ownRelease.name}`, () => describeModules(ownRelease));

describe("the modules of a vendor's release", () => describeModules(vendorRelease()));

describe.skipIf(published === undefined).each(publishedReleases)(
  "the modules of release $name",
  describeModules,
);

function describeModules(release: Release): void {
  let bundle: Bundle;
  let services: readonly Service[];
  let validators: Readonly<Record<string, OperationValidators>>;

  beforeAll(async () => {
    bundle = await bundleOf(release, `services-modules-${release.name}`);
    services = await Promise.all(
      bundle.model.services.map(async ({ module }) => {
        const emitted = await importEmitted(bundle.directory, `${module}.ts`);
        return (emitted as unknown as { readonly service: Service }).service;
      }),
    );
    const emitted = await importEmitted(bundle.directory, "validators.ts");
    ({ validators } = emitted as unknown as { readonly validators: typeof validators });
  }, 60_000);

  const operations = (): readonly Operation[] => services.flatMap((service) => service.operations);

  it("have every operation of openapi.json as it is called there (§8)", () => {
    const openapi = bundle.json("openapi.json");
    const paths = openapi["paths"] as Readonly<
      Record<string, Readonly<Record<string, JsonObject>>>
    >;
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        operation["operationId"],
        { method: method.toUpperCase(), path, ...calledAs(openapi, operation) },
      ]),
    );
    const emitted = operations().flatMap(({ id, rest }) => {
      if (rest === undefined) return [];
      const { success, ...called } = rest;
      const statuses = Object.keys(responsesOf(paths, id)).map((each) => each.replace("XX", "00"));
      expect(statuses).toContain(String(success));
      return [[id, called]];
    });
    expect(Object.fromEntries(emitted)).toEqual(Object.fromEntries(documented));
  });

  it("have every method of openrpc.json, with its payload and its result (§4.5)", () => {
    const methods = bundle.json("openrpc.json")["methods"] as unknown as readonly {
      readonly name: string;
      readonly params: readonly { readonly name: string }[];
      readonly result: { readonly name: string };
    }[];
    const tools = operations().flatMap(({ mcp }) => mcp ?? []);
    expect(tools.map(({ tool, result }) => [tool, result])).toEqual(
      methods.map(({ name, result }) => [name, result.name]),
    );
    for (const { tool, payload } of tools) {
      if (payload === undefined) continue;
      const method = methods.find(({ name }) => name === tool);
      expect(method?.params.map(({ name }) => name)).toContain(payload);
    }
  });

  it("have the endpoints that the documents name (§2.1.1)", () => {
    const servers = bundle.json("openrpc.json")["servers"] as unknown as readonly {
      readonly name: string;
      readonly url: string;
    }[];
    expect(
      services.flatMap(({ name, endpoints }) =>
        endpoints.mcp === undefined ? [] : [{ name, url: endpoints.mcp }],
      ),
    ).toEqual(servers);
    const [first] = bundle.json("openapi.json")["servers"] as readonly JsonObject[];
    expect(services[0]?.endpoints.rest).toBe(first?.["url"]);
  });

  it("have validators for what each operation sends and gives (§8)", () => {
    for (const { id, rest } of operations()) {
      const { request, response, outcome } = validators[id] as OperationValidators;
      for (const each of [response, outcome, ...(request === undefined ? [] : [request])])
        expect((each as Validator<unknown>).is(undefined)).toBe(false);
      if (rest !== undefined && rest.body !== "none") expect(request).toBeDefined();
    }
  });

  it("have the tools of mcp-tools.json, byte for byte as JSON (§8)", async () => {
    const { tools } = (await importEmitted(bundle.directory, "mcp-tools.ts")) as unknown as {
      readonly tools: readonly JsonObject[];
    };
    const json = bundle.json("mcp-tools.json")["tools"];
    expect(JSON.parse(JSON.stringify(tools))).toEqual(json);
  });

  it("name operations that negotiation.ts gives to the same capabilities (§8)", async () => {
    const maps = (await importEmitted(bundle.directory, "negotiation.ts")) as unknown as {
      readonly operations: Readonly<Record<string, readonly string[]>>;
    };
    const named = operations().map(({ id, capability }) => [capability, id]);
    const mapped = Object.entries(maps.operations).flatMap(([capability, ids]) =>
      ids.map((id) => [capability, id]),
    );
    expect(mapped.sort()).toEqual(named.sort());
  });
}

/** What a service module says of a call, read from the document. */
function calledAs(openapi: JsonObject, { parameters = [], requestBody }: JsonObject): JsonObject {
  const all = (parameters as readonly JsonObject[]).map((each) => {
    const reference = each["$ref"];
    const {
      name,
      in: place,
      required,
    } = (typeof reference === "string" ? valueAt(openapi, reference.slice(1)) : each) as JsonObject;
    return { name, in: place, required } as JsonObject;
  });
  const body = requestBody as { readonly required?: boolean } | undefined;
  return {
    parameters: all,
    body: body === undefined ? "none" : body.required === true ? "required" : "optional",
  };
}

function responsesOf(
  paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>,
  id: string,
): object {
  const all = Object.values(paths).flatMap((item) => Object.values(item));
  return all.find(({ operationId }) => operationId === id)?.["responses"] as object;
}
