import { expect, it } from "vitest";
import { openTest, SHOP } from "./platform.js";

it("publishes its profile at its own address, with keys", async () => {
  const { business } = await openTest();
  const response = await business.fetch(new Request(business.profileUrl));
  const profile: unknown = await response.json();
  expect(profile).toMatchObject({ $NAME: {}, signing_keys: [{ use: "sig" }, { use: "sig" }] });
  expect(JSON.stringify(profile)).toContain(SHOP);
});
