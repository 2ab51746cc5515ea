/**
 * Before the scenarios of the project `starter`: what its owner does with a project that `proto-gen init` wrote, once for the run. The
 * owner puts goods in place of the samples, some of them downloads, lifts the limit of calls, does not trust every platform's page, gives the
 * people of the shop a way to say what they do, and runs `npm start`.
 */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import type { TestProject } from "vitest/node";
import { shopDataIn, type ShopFile } from "../../../templates/storefront/src/shop-data.js";
import { outDirectory, repository } from "../published.js";
import { freePort } from "../starter/start-project.js";
import { runCommand, startCommand } from "../user-process.js";
import { businessProfile } from "./business-profile.js";
import { UNTRUSTED_PATH } from "./platforms.js";
import "./served-business.js";

const BIN = path.join(repository, "node_modules/.bin");

type Edit = readonly [from: string, to: string];

/** What the owner changes in the files of the project. */
const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  "src/products.ts": [
    [
      "  readonly stock: number;\n",
      "  readonly stock: number;\n  readonly digital: boolean;\n  readonly byAppointment: boolean;\n",
    ],
  ],
  "src/lines.ts": [
    ['ErrorMessage<"recoverable"> | WarningMessage;', "ErrorMessage | WarningMessage;"],
  ],
  "src/checkout.ts": [
    [
      "  const delivery = await",
      `  if (lines.some(({ product }) => product.byAppointment)) {
    const content = "We call to agree on a day.";
    const severity = "requires_buyer_input";
    messages.push(errorMessage({ code: "schedule_delivery", content, severity }));
  }
  if (subtotalOf(lines) >= 100_000) {
    const content = "Please check an order of this value.";
    const severity = "requires_buyer_review";
    messages.push(errorMessage({ code: "high_value_order", content, severity }));
  }
  const delivery = await`,
    ],
  ],
  "src/discounts.ts": [
    [
      '["TEN", { title: "Ten percent off", percent: 10 }],',
      '["TEN", { title: "Ten percent off", percent: 10 }],\n  ["WELCOME", { title: "Welcome", percent: 5 }],',
    ],
    [
      "    find: (code) =>",
      "    combine: (all) => [...all].sort((one, other) => (other.rule.percent ?? 0) - (one.rule.percent ?? 0)).slice(0, 1),\n    find: (code) =>",
    ],
  ],
  "src/delivery.ts": [["physical: true", "physical: !product.digital"]],
  "src/business.ts": [
    [
      "trusted = () => setting.development === true",
      `trusted = (platform) => platform?.endsWith(${JSON.stringify(UNTRUSTED_PATH)}) !== true`,
    ],
    ["server: { rateLimit: createRateLimiter() }", "server: { rateLimit: () => undefined }"],
    ['import { createRateLimiter } from "@proto-gen/runtime/server";\n', ""],
    [
      "      paymentOf,\n",
      "      paymentOf,\n      anyInstrument: false,\n      needsDelivery: ({ item }) => !DOWNLOADS.has(item.id),\n",
    ],
    [
      'import { profile } from "./profile.js";',
      'import { DOWNLOADS } from "./products.js";\nimport { profile } from "./profile.js";',
    ],
  ],
  "src/main.ts": [
    [
      "{ open: openBusiness, storage }",
      "{ open: openBusiness, storage, listen: ({ handler, business, port, host }) => createServer(backOffice(business, handler)).listen(port, host) }",
    ],
    [
      "import { startBusiness }",
      'import { createServer } from "node:http";\nimport { backOffice } from "./back-office.js";\nimport { startBusiness }',
    ],
  ],
};

/** What people do by hand comes in beside the business. */
const BACK_OFFICE = `import type { RequestListener } from "node:http";
import { json } from "node:stream/consumers";
import type { Business } from "./business.js";
import { deliver, refund, ship } from "./orders.js";

interface Body {
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  readonly amount: number;
}

export function backOffice(business: Business, others: RequestListener): RequestListener {
  return (request, response) => {
    const [, place, , id = "", action] = (request.url ?? "").split("/");
    if (place !== "back-office") return others(request, response);
    const act = async () => {
      const { lines, amount } = (await json(request)) as Body;
      if (action === "adjust") return refund(business, decodeURIComponent(id), amount);
      const report = action === "ship" ? ship : deliver;
      return report(business, decodeURIComponent(id), crypto.randomUUID(), lines);
    };
    act().then(
      () => response.end("{}"),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  };
}
`;

export default async function serveStarter(project: TestProject): Promise<() => Promise<void>> {
  const directory = path.join(outDirectory, "served-starter");
  rmSync(directory, { recursive: true, force: true });
  const profile = path.join(outDirectory, "served-starter.json");
  writeFileSync(profile, JSON.stringify(businessProfile()));
  const tool = path.join(repository, "bin/proto-gen.js");
  const init = ["init", directory, "--profile", profile, "--quiet"];
  await runCommand("node", [tool, ...init], { cwd: repository });
  for (const [file, edits] of Object.entries(EDITS)) edit(path.join(directory, file), edits);
  writeFileSync(path.join(directory, "src/back-office.ts"), BACK_OFFICE);
  writeGoods(path.join(directory, "src/products.ts"));
  await runCommand(path.join(BIN, "tsc"), ["-p", "tsconfig.build.json"], { cwd: directory });
  const port = await freePort();
  const shop = startCommand("node", ["dist/main.js"], {
    cwd: directory,
    env: { PORT: String(port) },
  });
  try {
    await shop.printed(/The profile is at (\S+)/);
  } catch (error) {
    shop.kill();
    throw error;
  }
  const url = `http://localhost:${port}`;
  project.provide("servedBusiness", {
    ...{ url, rest: `${url}/proto/v1`, mcp: `${url}/proto/mcp` },
    abilities: ["platform trust", "back office", "kept files"],
    backOffice: `${url}/back-office`,
    directory: path.join(directory, "data"),
  });
  return async () => {
    process.kill(shop.pid, "SIGTERM");
    await shop.ended;
  };
}

function edit(file: string, edits: readonly Edit[]): void {
  let text = readFileSync(file, "utf8");
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
}

/** The storefront's articles, each variant a product of its own. */
function writeGoods(file: string): void {
  const data = path.join(repository, "templates/storefront/data.json");
  const { articles } = shopDataIn(JSON.parse(readFileSync(data, "utf8")) as ShopFile);
  const goods = articles.flatMap(
    ({ title, description, digital = false, byAppointment = false, variants }) =>
      variants.map(({ id, price, stock, options = {} }) => ({
        ...{
          id,
          title: [title, ...Object.values(options)].join(", "),
          description,
          price,
          // Of what is copied there is enough.
          stock: Math.min(stock, 10_000),
          digital,
          byAppointment,
        },
      })),
  );
  const text = readFileSync(file, "utf8");
  const start = text.indexOf("const PRODUCTS");
  const end = text.indexOf("];", start) + 2;
  const written = `const PRODUCTS: readonly Product[] = ${JSON.stringify(goods)};\n
/** Ids of what needs no delivery. */
export const DOWNLOADS: ReadonlySet<string> = new Set(
  PRODUCTS.flatMap(({ id, digital }) => (digital ? id : [])),
);`;
  writeFileSync(file, text.slice(0, start) + written + text.slice(end));
}
