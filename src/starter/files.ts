/** The files of a new business: the template of each, and what it needs to be there for. */

import type { Feature } from "./features.js";
import type { StarterOptions } from "./options.js";

export interface TemplateFile {
  /** Its path in the project. */
  readonly path: string;
  /** Its path below `templates/starter/`. */
  readonly template: string;
}

interface ConditionalFile extends Partial<TemplateFile> {
  readonly path: string;
  /** It is there if the profile has any of these; always if there are none. */
  readonly any?: readonly Feature[];
  /** And all of these. */
  readonly all?: readonly Feature[];
  /** And not this one. */
  readonly without?: Feature;
}

const CONFIGURATION: readonly ConditionalFile[] = [
  ...["proto-gen.config.ts", "tsconfig.json", "README.md"].map((path) => ({ path })),
  { path: ".gitattributes" },
  ...[".github/workflows/ci.yml", ".vscode/settings.json"].map((path) => ({ path })),
];

const PARTS: readonly ConditionalFile[] = [
  { path: "src/business.ts" },
  { path: "src/cart.ts", any: ["cart"] },
  { path: "src/catalog.ts", any: ["catalog"] },
  { path: "src/checkout.ts", any: ["checkout"] },
  { path: "src/delivery.ts", all: ["checkout", "fulfillment"] },
  { path: "src/discounts.ts", all: ["checkout", "discount"] },
  { path: "src/handlers.ts" },
  { path: "src/lines.ts", any: ["cart", "checkout"] },
  { path: "src/orders.ts", all: ["checkout", "order"] },
  { path: "src/page.ts", any: ["checkout"] },
  { path: "src/payment.ts", any: ["checkout"] },
  { path: "src/products.ts", any: ["offers"] },
  { path: "src/profile.ts" },
  { path: "src/vendor.ts", all: ["checkout", "vendor"] },
];

const TESTS: readonly ConditionalFile[] = [
  { path: "test/buy.ts", any: ["checkout"] },
  { path: "test/catalog.test.ts", any: ["search", "lookup"] },
  { path: "test/checkout.test.ts", any: ["checkout"] },
  { path: "test/orders.test.ts", all: ["checkout", "order"] },
  { path: "test/page.test.ts", any: ["checkout"] },
  { path: "test/payment.test.ts", any: ["checkout"] },
  { path: "test/platform.ts" },
  // A business that sells shows with every purchase that its profile is there.
  { path: "test/profile.test.ts", without: "checkout" },
];

const BUILD = { path: "tsconfig.build.json" };

function filesOf({ framework, store, minimal }: StarterOptions): readonly ConditionalFile[] {
  const main = "src/main.ts";
  if (minimal) return [...CONFIGURATION, BUILD, { path: main, template: "main/minimal.ts" }];
  if (framework === "workers")
    return [...CONFIGURATION, ...PARTS, ...TESTS, { path: main, template: "main/workers.ts" }];
  return [
    ...[...CONFIGURATION, BUILD, ...PARTS, ...TESTS],
    { path: main, template: `main/${framework}.ts` },
    { path: "src/storage.ts", template: `storage/${store}.ts` },
    ...(framework === "node" ? [] : [{ path: "src/paths.ts", template: "main/paths.ts" }]),
  ];
}

export function templateFiles(
  options: StarterOptions,
  features: ReadonlySet<Feature>,
): readonly TemplateFile[] {
  return filesOf(options)
    .filter(
      ({ any = [], all = [], without }) =>
        (any.length === 0 || any.some((each) => features.has(each))) &&
        all.every((each) => features.has(each)) &&
        (without === undefined || !features.has(without)),
    )
    .map(({ path, template = path }) => ({ path, template }));
}
