import { readServers } from "../facts/servers.js";
import { defineRule, SAFE_FOR_ROLES } from "../rule.js";

export const serversChanged = defineRule({
  id: "servers-changed",
  purpose: "A service document lists other servers.",
  why: "Platforms call the endpoint of the business's profile. A caller that takes the address from the service document may use one that is no longer listed. An additional server is safe.",
  // Platforms that take the address from the profile are not affected.
  levels: { platform: "dangerous", business: "safe" },
  *calls({ before, after }, sides) {
    if (before === undefined || after === undefined) return;
    const to = readServers(sides.after, after);
    for (const from of readServers(sides.before, before)) {
      const now = to.find(({ transport }) => transport === from.transport);
      if (now === undefined) continue;
      const at = { before: from.at, after: now.at };
      const gone = from.urls.filter((url) => !now.urls.includes(url));
      if (gone.length > 0) yield { ...at, message: `is named no more: ${gone.join(", ")}` };
      const added = now.urls.filter((url) => !from.urls.includes(url));
      if (added.length > 0)
        yield { ...at, message: `is named now: ${added.join(", ")}`, levels: SAFE_FOR_ROLES };
    }
  },
});
