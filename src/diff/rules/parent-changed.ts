/** An extension extends something else. */

import { SAFE_FOR_ROLES, type Rule } from "../rule.js";

export const parentChanged: Rule = {
  id: "parent-changed",
  purpose: "An extension extends something else.",
  levels: { platform: "breaking", business: "breaking" },
  *capabilities({ before, after }) {
    if (before === undefined || after === undefined) return;
    const gone = before.extends.filter((name) => !after.extends.includes(name));
    const added = after.extends.filter((name) => !before.extends.includes(name));
    if (gone.length === 0 && added.length === 0) return;
    const from = before.extends.join(", ") || "nothing";
    const to = after.extends.join(", ") || "nothing";
    yield {
      message: `extended ${from} and extends ${to}`,
      before: before.at,
      after: after.at,
      // What it adds to one more takes nothing from the others; a root that extends now is another thing.
      ...(gone.length === 0 && before.extends.length > 0 ? { levels: SAFE_FOR_ROLES } : {}),
    };
  },
};
