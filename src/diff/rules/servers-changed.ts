/** A service document names other servers. */

import { serversOf } from "../facts/servers.js";
import { SAFE_FOR_ROLES, type Rule } from "../rule.js";

export const serversChanged: Rule = {
  id: "servers-changed",
  purpose: "A service document names other servers.",
  // Who takes the address from the profile does not notice.
  levels: { platform: "dangerous", business: "safe" },
  *calls({ before, after }, sides) {
    if (before === undefined || after === undefined) return;
    const to = serversOf(sides.after, after);
    for (const from of serversOf(sides.before, before)) {
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
};
