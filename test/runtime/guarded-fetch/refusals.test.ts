/** What the guarded fetch does not connect to (§5.3): the machine itself and what is near it. */

import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocumentFetchError } from "@proto-gen/runtime/profile";
import { guardedFetch, type GuardedFetchOptions } from "@proto-gen/runtime/guarded-fetch";
import type { Connector } from "../../../src/runtime/guarded-fetch/guard.js";
import { setTrap, type Trap } from "../../support/trap.js";

let trap: Trap;

beforeAll(async () => {
  trap = await setTrap();
});

afterAll(() => trap.close());

/** The code of the error, and of whichever URLs the trap's port is the one that is allowed. */
async function refusal(
  url: string,
  resolved: readonly string[],
  more: GuardedFetchOptions = {},
): Promise<string> {
  const fetch = guardedFetch({
    ports: [trap.port, 443],
    timeoutMs: 2_000,
    resolve: () => Promise.resolve(resolved),
    ...more,
  });
  const error: unknown = await fetch(url, { maxBytes: 1_000 }).then(
    () => "fetched",
    (thrown: unknown) => thrown,
  );
  return error instanceof DocumentFetchError ? error.code : String(error);
}

const connected: string[] = [];

/** Notes where it was told to connect, and does not. */
const noting: Connector = ({ addresses }) => {
  connected.push(...addresses.map(({ address }) => address));
  return Promise.reject(new DocumentFetchError("NOT_CONNECTED"));
};

/** Hosts that are addresses, as URL's parser reads them; PORT is the trap's. */
const LITERALS = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "0",
  "0.0.0.0",
  "0x0",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "0x7f000001",
  "0X7F.1",
  "127.0.0.0x1",
  "0300.0250.0.1",
  "3232235521",
  "10.1.2.3",
  "012.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.170",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "１２７.0.0.1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000::0001]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:10.0.0.1]",
  "[::ffff:8.8.8.8]",
  "[::127.0.0.1]",
  "[::8.8.8.8]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::8.8.8.8]",
  "[64:ff9b:1::a00:1]",
  "[100::1]",
  "[2001::1]",
  "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
  "[2001:2::1]",
  "[2001:10::1]",
  "[2001:20::1]",
  "[2001:db8::1]",
  "[2002:7f00:1::]",
  "[2002:a00:1::1]",
  "[2002:808:808::1]",
  "[2620:4f:8000::1]",
  "[3fff::1]",
  "[3fff:fff::1]",
  "[5f00::1]",
  "[4000::1]",
  "[8000::1]",
  "[fc00::1]",
  "[fd12:3456:789a::1]",
  "[fdff:ffff::1]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[feff::1]",
  "[ff02::1]",
  "[ff0e::1]",
];

/** What a resolver may give for a name. */
const RESOLVED: readonly (readonly string[])[] = [
  ["127.0.0.1"],
  ["127.0.0.53"],
  ["0.0.0.0"],
  ["10.0.0.1"],
  ["100.100.100.200"],
  ["169.254.169.254"],
  ["172.20.0.2"],
  ["192.168.1.1"],
  ["198.18.3.4"],
  ["224.0.0.251"],
  ["255.255.255.255"],
  ["::1"],
  ["::"],
  ["::ffff:127.0.0.1"],
  ["::ffff:8.8.8.8"],
  ["::FFFF:7F00:1"],
  ["fe80::1"],
  ["fe80::1%lo"],
  ["2600::1%lo"],
  ["fd00:ec2::254"],
  ["64:ff9b::a9fe:a9fe"],
  ["2002:7f00:1::"],
  ["2001:0:7f00:1::"],
  // One of several: whoever owns the name chooses which one is connected to.
  ["8.8.8.8", "127.0.0.1"],
  ["127.0.0.1", "8.8.8.8"],
  ["2606:4700::1111", "::1"],
  ["2606:4700::1111", "8.8.8.8", "10.0.0.1"],
  // What no resolver should give.
  ["localhost"],
  ["127.1"],
  ["0x7f000001"],
  ["017700000001"],
  ["2130706433"],
  ["8.8.8.8 "],
  ["8.8.8.8\n"],
  ["8.8.8"],
  ["08.8.8.8"],
  [""],
  ["example.com"],
];

/** Nothing is looked up for these. HOST is the trap's name and port. */
const URLS = [
  "http://HOST/",
  "HTTP://HOST/",
  "ftp://HOST/",
  "file:///etc/passwd",
  "file://HOST/",
  "data:application/json,{}",
  "blob:https://HOST/1",
  "javascript:1",
  "ws://HOST/",
  "wss://HOST/",
  "//HOST/",
  "/profile.json",
  "HOST",
  "",
  "https:",
  "https://",
  "https:HOST/",
  "https:/HOST/",
  "https:///HOST/",
  "https:\\\\HOST\\",
  "https://HOST\\@public.example/",
  "https://public.example\\@HOST/",
  "https://user@HOST/",
  "https://user:secret@HOST/",
  "https://:secret@HOST/",
  "https://@HOST/",
  "https://public.example@HOST/",
  "https://HOST/#fragment",
  "https://HOST/#",
  "https://HOST#@public.example/",
  " https://HOST/",
  "https://HOST/ ",
  "https://HOST/\r\nX: 1",
  "ht\ntps://HOST/",
  "https://HO\tST/",
  "https://HOST/a b",
  "https://HOST/\u0000",
  "https://HOST/\u200b",
  "https://ex\u00adample.com/",
  "https://HOST./",
  "https://example.com./",
  "https://example.com:80/",
  "https://example.com:22/",
  "https://example.com:8443/",
  "https://example.com:0/",
  "https://example.com:65536/",
  "https://example.com:-1/",
  "https://127.0.0.256/",
  "https://1.2.3.4.5/",
  "https://0x100000000/",
  "https://[::1/",
  "https://[::1%25lo]/",
  "https://[fe80::1%eth0]/",
  "https://[v1.a]/",
  "https://%00.example/",
  "https://exa mple/",
  `https://example.com/${"a".repeat(2_048)}`,
];

describe("the guarded fetch", () => {
  it("has a table of more than a hundred forms", () => {
    expect(LITERALS.length + RESOLVED.length + URLS.length).toBeGreaterThan(150);
  });

  it.each(LITERALS)("refuses the host %s", async (host) => {
    expect(await refusal(`https://${host}:${trap.port}/`, [])).toBe("ADDRESS_REFUSED");
    expect(await refusal(`https://${host}/`, [], { connect: noting })).toBe("ADDRESS_REFUSED");
  });

  it.each(RESOLVED.map((addresses) => [addresses] as const))(
    "refuses a name that resolves to %j",
    async (addresses) => {
      const url = `https://agent.example:${trap.port}/`;
      expect(await refusal(url, addresses)).toBe("ADDRESS_REFUSED");
      expect(await refusal(url, addresses, { connect: noting })).toBe("ADDRESS_REFUSED");
    },
  );

  it.each(URLS)("refuses the URL %j", async (form) => {
    const url = form.replace("HOST", `localhost:${trap.port}`).replace(`:${trap.port}.`, ".");
    let lookups = 0;
    const resolve = (): Promise<readonly string[]> => {
      lookups++;
      return Promise.resolve(["127.0.0.1"]);
    };
    const hasPort = /:(?:0|22|80|8443)\/$/.test(url);
    expect(await refusal(url, [], { resolve })).toBe(hasPort ? "PORT_REFUSED" : "URL_REFUSED");
    expect(lookups).toBe(0);
  });

  it.each(["localhost", "LOCALHOST", "a.localhost", "localtest.me", "metadata.google.internal"])(
    "refuses %s by where it leads",
    async (name) => {
      expect(await refusal(`https://${name}:${trap.port}/`, ["127.0.0.1"])).toBe("ADDRESS_REFUSED");
    },
  );

  it("connects to an address that was looked at: a name is looked up once", async () => {
    const answers = [["8.8.8.8", "2606:4700::1111"], ["127.0.0.1"]];
    let lookups = 0;
    const resolve = (): Promise<readonly string[]> => Promise.resolve(answers[lookups++] ?? []);
    const url = "https://rebind.example/";
    expect(await refusal(url, [], { resolve, connect: noting })).toBe("NOT_CONNECTED");
    expect(lookups).toBe(1);
    expect(connected).toEqual(["8.8.8.8", "2606:4700::1111"]);
  });

  it.each(["8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1"])(
    "does not refuse %s, which is public",
    async (address) => {
      expect(await refusal("https://a.example/", [address], { connect: noting })).toBe(
        "NOT_CONNECTED",
      );
      expect(await refusal(`https://${address}/`, [], { connect: noting })).toBe("NOT_CONNECTED");
    },
  );

  it.each([
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "2001:4860:4860::8888",
    "2001:200::1",
    "2003::1",
  ])("does not refuse %s, which is public", async (address) => {
    expect(await refusal("https://a.example/", [address], { connect: noting })).toBe(
      "NOT_CONNECTED",
    );
    expect(await refusal(`https://[${address}]/`, [], { connect: noting })).toBe("NOT_CONNECTED");
  });

  it("looks at the connection, too, before it says anything", async () => {
    const other = await setTrap();
    const astray: Connector = () =>
      new Promise((resolve) => {
        const socket = connect(other.port, "127.0.0.1", () => resolve(socket));
      });
    const code = await refusal("https://a.example/", ["8.8.8.8"], { connect: astray });
    expect(code).toBe("ADDRESS_REFUSED");
    await other.close();
    expect(other.received()).toBe(0);
  });

  it("refuses in development what is private and not the machine itself", async () => {
    const more = { development: true, connect: noting };
    for (const address of ["169.254.169.254", "10.0.0.1", "fd00::1", "0.0.0.0"])
      expect(await refusal("http://a.example/", [address], more)).toBe("ADDRESS_REFUSED");
    for (const address of ["127.0.0.1", "::1"])
      expect(await refusal("http://a.example/", [address], more)).toBe("NOT_CONNECTED");
  });

  it("says that a name has no address", async () => {
    const resolve = (): Promise<never> => Promise.reject(new Error("ENOTFOUND"));
    expect(await refusal("https://a.example/", [], { resolve })).toBe("NOT_RESOLVED");
    expect(await refusal("https://a.example/", [])).toBe("NOT_RESOLVED");
  });

  it("does not wait for a resolver that never answers", async () => {
    const resolve = (): Promise<never> => new Promise(() => undefined);
    expect(await refusal("https://a.example/", [], { resolve, timeoutMs: 50 })).toBe("TIMEOUT");
  });
});

describe("the trap", () => {
  it("was reached by nobody", () => {
    expect(trap.connections()).toBe(0);
  });

  it("counts who comes, over both families", async () => {
    const other = await setTrap();
    for (const host of ["127.0.0.1", "::1"])
      await once(
        connect(other.port, host).on("error", () => undefined),
        "close",
      );
    expect(other.connections()).toBe(2);
    await other.close();
  });
});
