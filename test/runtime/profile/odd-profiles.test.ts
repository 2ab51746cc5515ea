/** Random profiles with odd entries (§1.9, §2.1): client and server leave out exactly these. */

import { describe, expect, it } from "vitest";
import { ProtocolError } from "@proto-gen/runtime/error";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createNegotiator } from "@proto-gen/runtime/server";
import { agreement } from "../../../generated/negotiation.js";
import { createOddProfile, ODD_KINDS, type OddProfile } from "../../support/odd-profiles.js";
import { createRandom } from "../../support/oracle/random.js";
import { ownProfile } from "../../support/own-profile.js";
import { connect, json, sample, scripted } from "../../support/sample-client.js";
import { reproduction, runs, seed } from "../../support/sizes.js";

const SIZES = { quick: 120, full: 500 };
const random = createRandom(seed("ODD_PROFILES"));
const drawn = Array.from({ length: runs("ODD_PROFILES", SIZES) }, () =>
  createOddProfile(random, ownProfile()),
);

async function readByServer(profile: object): Promise<unknown> {
  const bytes = new TextEncoder().encode(JSON.stringify(profile));
  const platforms = createPlatformProfiles({
    name: "proto",
    fetch: () => Promise.resolve({ status: 200, headers: new Headers(), bytes }),
  });
  const found = await platforms.get("https://agent.example/profile.json", new AbortController());
  return found.profile;
}

function said(each: OddProfile): string {
  return JSON.stringify({ odd: each.odd, profile: each.profile });
}

describe(`random profiles (${reproduction("ODD_PROFILES", SIZES)})`, () => {
  it("have odd entries of at least fifteen kinds", () => {
    const kinds = new Set(drawn.flatMap(({ odd }) => odd.map(({ kind }) => kind)));
    expect(kinds.size).toBeGreaterThanOrEqual(Math.min(15, drawn.length));
    expect(Object.keys(ODD_KINDS).length).toBeGreaterThan(15);
  });

  it("are to a server what they are without them", async () => {
    for (const each of drawn)
      expect(await readByServer(each.profile), said(each)).toEqual(each.sound);
  });

  it("are negotiated as they are without them, fetched or given", async () => {
    const negotiator = createNegotiator({ name: "proto", agreement, registryShape: "keyed" });
    for (const each of drawn) {
      const expected = negotiator.agreementFor(each.sound);
      expect(expected.active.size).toBe(agreement.capabilities.length);
      expect(negotiator.agreementFor(each.profile), said(each)).toEqual(expected);
    }
  });

  it("are told to who calls such a business, entry by entry, and nothing else differs", async () => {
    for (const each of drawn.filter(({ role }) => role === "business")) {
      const connected = async (profile: object) => {
        const client = await connect({ fetch: scripted(() => json(sample), profile).fetch });
        return client.$business;
      };
      const [found, sound] = [await connected(each.profile), await connected(each.sound)];
      expect(sound.drift).toEqual([]);
      expect(found.endpoints).toEqual(sound.endpoints);
      expect(found.agreement).toEqual(sound.agreement);
      const places = found.drift.map((drift) =>
        drift.kind === "entry_left_out" ? drift.pointer : drift.kind,
      );
      const entries = each.odd.map(({ pointer }) => pointer);
      const told = places.map((place) =>
        entries.find((pointer) => `${place}/`.startsWith(`${pointer}/`)),
      );
      expect(told.toSorted(), said(each)).toEqual(entries.toSorted());
      const names = found.drift.map((drift) => ("name" in drift ? drift.name : undefined));
      expect(names.toSorted(), said(each)).toEqual(each.odd.map(({ name }) => name).toSorted());
    }
  });

  it("are refused if nothing in them is valid, with the first place and the reason", async () => {
    const kinds = Object.keys(ODD_KINDS).filter((kind) => kind.includes("capabilit"));
    const none = { proto: { version: "2026-11-27", capabilities: {}, services: {} } };
    for (const { kind } of kinds.map((each) => ({ kind: each }))) {
      const { profile, odd } = createOddProfile(random, none, [kind]);
      const read = readByServer(profile).catch((error: unknown) => error);
      // Rejecting the capability (§1.9) is no error of the profile.
      if (odd[0]?.isForeign === true) expect(await read).not.toBeInstanceOf(ProtocolError);
      else {
        expect(await read).toMatchObject({ code: "profile_malformed" });
        const { content } = (await read) as ProtocolError;
        expect(content).toMatch(/^The profile is not valid\. \/proto\/capabilities\/\S+: .+\.$/);
        expect(odd.some(({ pointer }) => content.includes(pointer))).toBe(true);
      }
    }
  });
});
