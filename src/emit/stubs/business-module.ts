/** The module `business`: a whole business, over what `server` and `commerce` bind to the release. */

import type { Model } from "../../model/model.js";
import { code, identifier, stringLiteral, type Fragment } from "../v1.js";
import { imported, protocolName, sellingSlots } from "./commerce-module.js";
import { businessTemplate } from "./compiled-templates.js";
import { fillTemplate, templateScope } from "./fill-template.js";

const OF_COMMERCE = [
  "createCarts",
  "createCheckouts",
  "createOrders",
  "createWebhookSender",
  "newOrder",
];

export function businessModule(model: Model): Fragment {
  const scope = templateScope("business", businessTemplate);
  const bound = OF_COMMERCE.map(
    (name) => [name, imported({ module: "commerce" }, identifier(name), false)] as const,
  );
  return fillTemplate(businessTemplate, scope, {
    ...Object.fromEntries(bound),
    agreement: imported({ module: "negotiation" }, identifier("agreement"), false),
    surface: imported({ module: "surface" }, identifier("surface"), false),
    createServer: imported({ module: "server" }, identifier("createServer"), false),
    ...sellingSlots(model, scope),
    name: { declared: [code`const name = `, stringLiteral(protocolName(model)), ";"] },
  });
}
