/**
 * The files of a new business, without its generated code: the templates, as far as its profile needs them. Each is complete code
 * for one profile, with no condition left in it.
 */

import path from "node:path";
import { methodName } from "@proto-gen/runtime/codegen/generator";
import type { createPriceList } from "@proto-gen/runtime/commerce";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Model } from "../model/model.js";
import { formatSource } from "../scaffold/format-source.js";
import { collectHandlerStubs, type HandlerStub } from "../scaffold/handler-stubs.js";
import { printHandlerStubs } from "../scaffold/stub-text.js";
import { joinCode, type Code } from "../source/code.js";
import { printDoc } from "../source/doc.js";
import { jsonLiteral, propertyName, stringLiteral } from "../source/literal.js";
import { addedHeaders, featuresOf, findOtherOperations, type Feature } from "./features.js";
import { templateFiles } from "./files.js";
import type { StarterOptions } from "./options.js";
import { fillSlots, renderTemplate, withoutUnusedImports } from "./render.js";
import { findVendorMembers } from "./vendor-members.js";

/** Reads a template by its path below `templates/starter/`. */
export type ReadTemplate = (path: string) => string;

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export interface ProjectPlace {
  /** Where the project will be: code there is formatted as prettier is told to. */
  readonly directory: string;
  readonly read: ReadTemplate;
  readonly configuration: JsonObject;
}

export async function projectFiles(
  model: Model,
  options: StarterOptions,
  { directory, read, configuration }: ProjectPlace,
): Promise<readonly ProjectFile[]> {
  const features = featuresOf(model);
  const conditions: ReadonlySet<string> = new Set<string>([
    ...features,
    ...(options.minimal ? ["minimal"] : []),
    options.framework,
    options.store,
  ]);
  const slots = {
    ...slotsOf(model, features),
    CONFIGURATION: printDoc(jsonLiteral(configuration)),
  };
  return Promise.all(
    templateFiles(options, features).map(async ({ path: file, template }) => {
      const rendered = renderTemplate(read(template), (name) => conditions.has(name));
      if (!file.endsWith(".ts")) return { path: file, text: rendered };
      const code = fillSlots(withoutUnusedImports(rendered), slots);
      const place = path.join(directory, file);
      return { path: file, text: (await formatSource(place, code, { defaults: LAYOUT })).text };
    }),
  );
}

const LAYOUT = { printWidth: 100 };

/** The handlers that a price list has. */
const LISTED: readonly (readonly [Feature, keyof ReturnType<typeof createPriceList>])[] = [
  ["search", "searchCatalog"],
  ["lookup", "lookupCatalog"],
  ["product", "getProduct"],
];

function slotsOf(
  model: Model,
  features: ReadonlySet<Feature>,
): Readonly<Record<string, Code | string>> {
  const { profile, releaseValues } = model;
  const { name } = profile.vocabulary;
  const vendor = findVendorMembers(model, "create_checkout", "response");
  const vendorRequest = findVendorMembers(model, "create_checkout", "request");
  const vendorComplete = findVendorMembers(model, "complete_checkout", "request");
  const others = new Set(findOtherOperations(model).map(({ id }) => methodName(id)));
  const written = stubsText(collectHandlerStubs(model).filter((each) => others.has(each.name)));
  const listed = LISTED.filter(([feature]) => features.has(feature)).map(([, name]) => name);
  const json = (value: Json): Code => printDoc(jsonLiteral(value));
  return {
    VENDOR_NAMES: joinCode(vendor.names.map(stringLiteral), " | "),
    VENDOR_COMPLETE: json(vendorComplete.examples as Json),
    VENDOR_REQUEST: json(vendorRequest.examples as Json),
    VENDOR: json(vendor.examples as Json),
    PRICED: [...(features.has("sells") ? ["evaluate"] : []), ...listed].join(", "),
    HANDLERS: [...listed, ...(features.has("others") ? [written] : [])].join(", "),
    STUBS: written,
    WEBHOOK_HEADERS: json(headersOf(releaseValues.events?.requiredHeaders ?? [])),
    CALL_HEADERS: json(headersOf(addedHeaders(model))),
    HANDLER: stringLiteral(profile.paymentHandlers[0]?.id ?? "sandbox"),
    PATHS: joinCode(pathsOf(model, features).map(stringLiteral), ", "),
    NAME: propertyName(name),
  };
}

/** Their names and descriptions are escaped by `scaffold`. */
function stubsText(stubs: readonly HandlerStub[]): string {
  return printHandlerStubs(stubs).replace(/,$/, "");
}

function headersOf(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, "to be agreed"]));
}

/** The paths that belong to the business: its endpoints, its profile, and the pages for buyers. */
function pathsOf({ profile, services }: Model, features: ReadonlySet<Feature>): readonly string[] {
  const paths = services.flatMap(({ rest, mcp }) =>
    [rest?.endpoint, mcp?.endpoint].flatMap((endpoint) =>
      endpoint === undefined ? [] : [new URL(endpoint).pathname.replace(/\/$/, "")],
    ),
  );
  return [
    ...new Set([
      ...paths,
      profile.vocabulary.discoveryPath,
      ...(features.has("checkout") ? ["/checkout-sessions"] : []),
      ...(features.has("checkout") && features.has("order") ? ["/orders"] : []),
      "/healthz",
      "/readyz",
    ]),
  ];
}
