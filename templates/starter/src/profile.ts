/** What the business publishes about itself (§2.1): profile.json, with the addresses that it is served at. */

//: if workers
import json from "../profile.json" with { type: "json" };
//: else
import { readFileSync } from "node:fs";
//: end
import type { Checkout } from "./generated/index.js";

//: if listed
interface Profile {
  readonly payment: {
    readonly handlers: readonly NonNullable<Checkout["payment"]["handlers"]>[number][];
  };
}
//: else
type Profile = object;
//: end

//: if workers
export const profile: Profile = json as object as Profile;
//: else
const FILE = new URL("../profile.json", import.meta.url);

export const profile = JSON.parse(readFileSync(FILE, "utf8")) as Profile;
//: end
