/**
 * The storefront with a locker (§2.6): what a business writes in the copy that `init` makes, as
 * `docs/guide/new-delivery-method.md` says, and a purchase through it.
 */

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { beforeAll, describe, expect, it } from "vitest";
import type { createClient } from "../../templates/storefront/src/generated/client.js";
import type { createSandbox } from "../../templates/storefront/src/payment/sandbox.js";
import type { openShop } from "../../templates/storefront/src/shop.js";
import { generate } from "../../src/generate.js";
import { compileProblems, HAND_WRITTEN } from "../support/compile.js";
import { writeEmitted } from "../support/emitted.js";
import { outDirectory, repository } from "../support/published.js";

const TEMPLATE = path.join(repository, "templates/storefront");
const HERE = path.join(repository, "test/extensions/locker");
const SHOP = path.join(outDirectory, "locker-storefront");
const PLATFORM = "https://agent.example/profile.json";

interface ShopModule {
  readonly openShop: typeof openShop;
}
interface ClientModule {
  readonly createClient: typeof createClient;
}
interface SandboxModule {
  readonly createSandbox: typeof createSandbox;
}

/** What the business writes. */
const MEANING = `{
  locker: { destinations: "business", finalEvents: ["picked_up"], buyerLocation: true },
}`;
const OFFERED = {
  description: "You take it out of a locker.",
  rates: [{ title: "Tomorrow", price: 300 }],
  places: [
    {
      id: "locker_station",
      name: "Station hall",
      address: { street_address: "1 Station Road", address_region: "CA", address_country: "US" },
    },
  ],
};
const STEPS = `locker(parcel, { shippedMs, deliveredMs }) {
    const carried = byCarrier(parcel);
    return [
      { id: "delivered", type: "delivered", at: parcel.paidAt + shippedMs, ...carried },
      { id: "picked_up", type: "picked_up", at: parcel.paidAt + deliveredMs, ...carried },
    ];
  },`;

interface Profile {
  readonly proto: {
    readonly capabilities: Readonly<Record<string, object>>;
    readonly payment_handlers?: object;
  };
}

/** The extension's own example, without mandates: this platform signs none. */
function profile(): Profile {
  const { proto, ...rest } = JSON.parse(
    readFileSync(path.join(HERE, "profile.json"), "utf8"),
  ) as Profile;
  const { "dev.proto.shopping.ap2_mandate": _, ...capabilities } = proto.capabilities;
  return { ...rest, proto: { ...proto, capabilities } };
}

function edit(file: string, from: string, to: string): void {
  const target = path.join(SHOP, "src", file);
  const text = readFileSync(target, "utf8");
  expect(text.split(from), from).toHaveLength(2);
  writeFileSync(target, text.replace(from, to));
}

/** What the compiler says of the business's own code. */
function problems(): readonly string[] {
  const src = path.join(SHOP, "src");
  return compileProblems({
    files: [path.join(src, "shop.ts")],
    options: { ...HAND_WRITTEN, types: ["node"] },
    judges: (file) => file.startsWith(src) && !file.includes("/generated/"),
  });
}

beforeAll(async () => {
  rmSync(SHOP, { recursive: true, force: true });
  const ofTemplate = path.join(TEMPLATE, "src/generated");
  cpSync(path.join(TEMPLATE, "data.json"), path.join(SHOP, "data.json"));
  cpSync(path.join(TEMPLATE, "src"), path.join(SHOP, "src"), {
    recursive: true,
    filter: (source) => source !== ofTemplate,
  });
  const own = path.join(SHOP, "profile.json");
  writeFileSync(own, JSON.stringify(profile()));
  const directory = path.join(HERE, "schemas");
  const schemas = [{ directory, prefix: "https://example.com/schemas", label: "locker" }];
  const { files } = await generate({ profile: own, schemas });
  writeEmitted("locker-storefront/src/generated", files);
}, 60_000);

async function imported<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(SHOP, "src", file)).href)) as Module;
}

function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

describe("the storefront with a locker", () => {
  it("is asked by the compiler what its warehouse does", () => {
    const [missing, ...others] = problems();
    expect(others).toEqual([]);
    expect(missing).toContain("sandbox-warehouse.ts");
    expect(missing).toContain("'locker' is missing");
  });

  it("sells, once it says so, what the buyer takes out of the locker", async () => {
    edit("delivery-methods.ts", '["method_type"]> = {};', `["method_type"]> = ${MEANING};`);
    edit("../data.json", '"pickup": {', `"locker": ${JSON.stringify(OFFERED)}, "pickup": {`);
    edit("warehouse/sandbox-warehouse.ts", "  pickup: (", `  ${STEPS}\n  pickup: (`);
    expect(problems()).toEqual([]);

    const { openShop } = await imported<ShopModule>("shop.js");
    const { createClient } = await imported<ClientModule>("generated/client.js");
    const { createSandbox } = await imported<SandboxModule>("payment/sandbox.js");
    let ahead = 0;
    const { payment_handlers: _, ...platform } = profile().proto;
    const shop = await openShop({
      port: 0,
      isTrusted: () => true,
      payments: createSandbox(),
      mailer: { send: async () => {} },
      platforms: approvedPlatforms({ [PLATFORM]: { proto: platform } }),
      now: () => Date.now() + ahead,
    });
    const options = { business: shop.url, profile: PLATFORM, development: true };
    const client = await createClient(options);
    try {
      const request = {
        line_items: [{ item: { id: "tabletop" }, quantity: 1 }],
        currency: "USD",
        buyer: { email: "ada@example.com" },
      };
      const { id } = resource(await client.createCheckout(request));
      const method = { type: "locker" as "shipping", selected_destination_id: "locker_station" };
      const again = { ...request, id };
      const planned = resource(
        await client.updateCheckout({ ...again, fulfillment: { methods: [method] } }),
      );
      const [group] = planned.fulfillment?.methods?.[0]?.groups ?? [];
      const groups = [
        { id: group?.id as string, selected_option_id: group?.options?.[0]?.id ?? null },
      ];
      const ready = resource(
        await client.updateCheckout({
          ...again,
          fulfillment: { methods: [{ ...method, groups }] },
        }),
      );
      expect(ready.status).toBe("ready_for_complete");
      const credential = { type: "token", token: "tok_ok" };
      const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
      const { order } = resource(
        await client.completeCheckout({ id, payment: { instruments: [card] } }),
      );
      const statuses = async (ms: number) => {
        ahead += ms;
        await shop.housekeep();
        const found = await shop.orders.get(order?.id ?? "");
        const events = found?.fulfillment.events ?? [];
        return [found?.line_items[0]?.status, ...events.map(({ type }) => type)];
      };
      expect(await statuses(60_000)).toEqual(["processing", "delivered"]);
      expect(await statuses(60_000)).toEqual(["fulfilled", "delivered", "picked_up"]);
    } finally {
      await client.$close();
      await shop.close();
    }
  }, 60_000);
});
