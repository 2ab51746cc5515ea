import { defineRule, SAFE_FOR_ROLES } from "../rule.js";

export const parentChanged = defineRule({
  id: "parent-changed",
  purpose: "An extension extends different capabilities.",
  why: "Adding to one more capability takes nothing from the others, which is safe. A removed parent loses the members of the extension.",
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
      // Another parent takes nothing from the others; a root that starts to extend is something else.
      levels: gone.length === 0 && before.extends.length > 0 ? SAFE_FOR_ROLES : undefined,
    };
  },
});
