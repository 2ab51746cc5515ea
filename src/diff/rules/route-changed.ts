import { areSameRoute } from "../pairs/path-parameters.js";
import { primaryAddress } from "../pairs/call.js";
import { defineRule, SAFE_FOR_ROLES } from "../rule.js";

const ROUTES = [
  { what: "the route", name: "route", transport: "rest" },
  { what: "the method", name: "method", transport: "rest" },
  { what: "the tool", name: "tool", transport: "mcp" },
  { what: "the member of the result", name: "resultKey", transport: "mcp" },
] as const;

export const routeChanged = defineRule({
  id: "route-changed",
  purpose: "An operation has another method or path, another tool, or another transport.",
  why: "Calls of the old route fail. An additional transport breaks nobody, and is safe.",
  levels: { platform: "breaking", business: "breaking" },
  *calls({ before, after }) {
    if (before === undefined || after === undefined) return;
    for (const { what, name, transport } of ROUTES) {
      const from = before[name];
      const to = after[name];
      if (from === to) continue;
      // Renamed parameters have a rule of their own.
      const areRoutes = name === "route" && from !== undefined && to !== undefined;
      if (areRoutes && areSameRoute(from, to)) continue;
      yield {
        message: `${what} was ${from ?? "none"} and is ${to ?? "none"}`,
        before: before.at[transport] ?? primaryAddress(before),
        after: after.at[transport] ?? primaryAddress(after),
        // An additional transport breaks nobody.
        levels: from === undefined ? SAFE_FOR_ROLES : undefined,
      };
    }
  },
});
