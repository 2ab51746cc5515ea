/** The webhook of orders as a published release's own OpenAPI document has it, and an order that its schemas accept. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isCapability } from "@proto-gen/runtime/negotiation";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { createInstance } from "../../src/model/instance/create-instance.js";
import { jsonFiles, modelRelease } from "./compose-release.js";
import { PUBLISHED_HOST, type Release } from "./published.js";

type Members = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly type: string };
}

export interface PublishedWebhook {
  readonly releaseValues: ReleaseValues;
  /** An order without its envelope, its event's id and its event's time. */
  readonly order: Members & { readonly id: string; readonly checkout_id: string };
  readonly envelope: Members;
  /** Everything that the document refuses about a request; nothing for one that it accepts. */
  problemsOf(headers: Readonly<Record<string, string>>, body: unknown): readonly string[];
}

const SERVICE = "services/shopping";

export async function publishedWebhook(release: Release): Promise<PublishedWebhook> {
  const model = await modelRelease(release);
  const webhook = model.services
    .flatMap(({ webhooks }) => webhooks)
    .find(({ capability }) => isCapability(capability, "order"));
  const schema = webhook?.rest.body?.schema;
  if (schema === undefined) throw new Error(`${release.name} has no webhook`);
  const instance = createInstance(schema.node) as Members;
  const { ucp, event_id: _id, created_time: _time, ...order } = instance;
  return {
    releaseValues: model.releaseValues,
    order: order as PublishedWebhook["order"],
    envelope: { ...(ucp as Members), version: release.name },
    problemsOf: createCheck(release.schemas[0]?.directory ?? ""),
  };
}

function createCheck(directory: string): PublishedWebhook["problemsOf"] {
  const [file = ""] = readdirSync(path.join(directory, SERVICE)).filter((name) =>
    name.endsWith("openapi.json"),
  );
  const ajv = new Ajv2020({ strict: false, coerceTypes: false });
  formats.default.default(ajv);
  for (const name of jsonFiles(path.join(directory, "schemas"))) {
    const text = readFileSync(path.join(directory, "schemas", name), "utf8");
    ajv.addSchema({
      ...(JSON.parse(text) as object),
      $id: `${PUBLISHED_HOST}/schemas/${name}`,
    });
  }
  const text = readFileSync(path.join(directory, SERVICE, file), "utf8");
  const document = JSON.parse(text) as Members;
  const $id = `${PUBLISHED_HOST}/${SERVICE}/${file}`;
  ajv.addSchema({ ...document, $id });
  const place = `${$id}#/webhooks/orderEvent/post/requestBody/content/application~1json/schema`;
  const parameters = parametersOf(document);
  return (headers, body) => [
    ...parameters.flatMap((each) => headerProblems(ajv, headers, each)),
    ...(ajv.validate(place, body) ? [] : [ajv.errorsText()]),
  ];
}

function parametersOf(document: Members): readonly Parameter[] {
  const { webhooks, components } = document as {
    readonly webhooks: {
      readonly orderEvent: { readonly post: { readonly parameters: { $ref: string }[] } };
    };
    readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  };
  return webhooks.orderEvent.post.parameters.map(
    ({ $ref }) => components.parameters[$ref.slice($ref.lastIndexOf("/") + 1)]!,
  );
}

function headerProblems(
  ajv: Ajv2020,
  headers: Readonly<Record<string, string>>,
  { name, required, schema }: Parameter,
): readonly string[] {
  const text = new Headers(headers).get(name);
  if (text === null) return required ? [`${name} is missing`] : [];
  const value = schema.type === "integer" ? Number(text) : text;
  return ajv.validate(schema, value) ? [] : [`${name}: ${ajv.errorsText()}`];
}
