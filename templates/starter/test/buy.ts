/** `npm run buy`: buys from the business that `npm run dev` serves in another terminal, as a platform does. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { createClient } from "../src/generated/client.js";
import { complete, HEADERS, platformProfile, readyCheckout } from "./platform.js";

//: if workers
const [business = "http://localhost:8787"] = process.argv.slice(2);
//: else
const [business = `http://localhost:${process.env["PORT"] ?? 3000}`] = process.argv.slice(2);
//: end
const isThere = await fetch(`${business}/readyz`).catch(() => undefined);
if (isThere === undefined) {
  console.error(
    `Nothing answers at ${business}. Run npm run dev, or name another address: npm run buy -- URL`,
  );
  process.exit(1);
}

// A platform publishes its profile, and receives order events.
let published = "";
//: if order
let events = 0;
//: end
const platform = createServer((request, response) => {
  //: if order
  if (request.method === "POST") events += 1;
  //: end
  request.resume().on("end", () => {
    response.setHeader("Content-Type", "application/json");
    response.end(request.method === "POST" ? "{}" : published);
  });
});
await new Promise<void>((resolve) => platform.listen(0, "localhost", resolve));
const agent = `http://localhost:${(platform.address() as AddressInfo).port}`;
const profile = platformProfile(`${agent}/orders`);
published = JSON.stringify(profile);

const client = await createClient({
  ...{ business, profile: `${agent}/profile.json`, platform: profile },
  ...{ headers: HEADERS, development: true },
  //: if !rest
  transport: mcp,
  //: end
});
const { id } = await readyCheckout(client);
const { status } = await complete(client, id);
console.log(`The checkout ${id} is ${status}.`);
await client.$close();
//: if order
for (let left = 100; events === 0 && left > 0; left -= 1) await setTimeout(100);
console.log(events === 0 ? "No order event came." : "The event of its order came.");
//: end
platform.close();
