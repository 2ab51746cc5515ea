/**
 * The module `commerce`: what keeps carts, checkouts and orders, writes totals, and sends and receives events, bound to the
 * release. A business has all of it; a platform's profile has what a platform calls.
 */

import { isCapability } from "@proto-gen/runtime/negotiation";
import {
  code,
  identifier,
  objectLiteral,
  stringLiteral,
  type Doc,
  type Fragment,
  type Identifier,
  type ImportSource,
  type ModuleScope,
  type NamedType,
} from "../v1.js";
import { hasServer, type Model } from "../../model/model.js";
import { commerceTemplate, sellingTemplate } from "./compiled-templates.js";
import { fillTemplate, templateScope, type Slot } from "./fill-template.js";
import type { CompiledTemplate, TemplateImport } from "./template.js";

const COMMERCE = { package: "@proto-gen/runtime/codegen/v1/commerce" };
const ORDER_EVENT = identifier("OrderEvent");

export function commerceModule(model: Model): Fragment {
  const template = hasServer(model) ? joined(sellingTemplate, commerceTemplate) : commerceTemplate;
  const scope = templateScope("commerce", template);
  const event = orderEvent(model);
  return fillTemplate(template, scope, {
    ...(hasServer(model) ? sellingSlots(model, scope) : {}),
    releaseValues: imported({ module: "release" }, identifier("releaseValues"), false),
    name: { declared: [code`const name = `, stringLiteral(protocolName(model)), ";"] },
    ...eventSlots(event, scope),
  });
}

export function sellingSlots(model: Model, scope: ModuleScope): Readonly<Record<string, Slot>> {
  const order = orderType(model);
  const type =
    order === undefined
      ? scope.importType({ package: "@proto-gen/runtime/commerce" }, identifier("OrderBody"))
      : bodyOf(scope, scope.importType(order, order.name), protocolName(model));
  return {
    Handlers: imported({ module: "server" }, identifier("Handlers"), true),
    Order: { declared: [code`type Order = `, type, ";"] },
  };
}

function bodyOf(scope: ModuleScope, whole: Identifier, envelope: string): Doc {
  const body = scope.importType(COMMERCE, identifier("OrderOf"));
  return code`${body}<${whole}, ${stringLiteral(envelope)}>`;
}

export function imported(from: ImportSource, name: Identifier, typeOnly: boolean): Slot {
  return { imported: { from, name, typeOnly } };
}

/** The type of events, and what of a receiver's options is known of them. */
function eventSlots(
  event: NamedType | undefined,
  scope: ModuleScope,
): Readonly<Record<string, Slot>> {
  const checksBy = (validator: Doc): Doc => objectLiteral([["validate", validator]]);
  if (event?.name === ORDER_EVENT)
    return {
      OrderEvent: imported(event, event.name, false),
      events: { declared: [code`const events = `, checksBy(ORDER_EVENT), ";"] },
    };
  const type =
    event === undefined
      ? scope.importType({ package: "@proto-gen/runtime/webhook" }, identifier("OrderEventBody"))
      : scope.import(event, event.name);
  const checks = checksBy(event === undefined ? code`undefined` : type);
  return {
    OrderEvent: { declared: code`type ${ORDER_EVENT} = ${type};` },
    events: { declared: [code`const events = `, checks, ";"] },
  };
}

/** The order's type in answers, with all extensions. */
function orderType({ subsetChecks }: Model): NamedType | undefined {
  return subsetChecks
    .filter(({ root, key }) => key === "" && isCapability(root, "order"))
    .flatMap(({ views }) => views)
    .find(({ view }) => view.direction === "response")?.type;
}

/** The type of the body that a business sends when an order has changed. */
function orderEvent({ services, hasType, typeOf }: Model): NamedType | undefined {
  const schema = services
    .flatMap(({ webhooks }) => webhooks)
    .find(({ capability }) => isCapability(capability, "order"))?.rest.body?.schema;
  return schema !== undefined && hasType(schema) ? typeOf(schema) : undefined;
}

export function protocolName({ profile }: Model): string {
  return profile.vocabulary.name;
}

/** Two templates of one module. */
function joined(first: CompiledTemplate, second: CompiledTemplate): CompiledTemplate {
  const key = ({ from, name, local }: TemplateImport): string => `${from} ${name} ${local}`;
  const imports = new Map([...first.imports, ...second.imports].map((each) => [key(each), each]));
  return {
    imports: [...imports.values()],
    slots: [...new Set([...first.slots, ...second.slots])],
    statements: [...first.statements, ...second.statements],
  };
}
