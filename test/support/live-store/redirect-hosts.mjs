/**
 * A preload for processes of a test: the hosts that `REDIRECTED_HOSTS` lists have a public address, and a connection to it leads to
 * `REDIRECTED_PORT` of this machine. Nothing of the product knows of it: names, TLS and certificates are checked as ever.
 */

import dns from "node:dns";
import promises from "node:dns/promises";
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import process from "node:process";
import tls from "node:tls";

const hosts = new Set((process.env.REDIRECTED_HOSTS ?? "").split(","));
const port = Number(process.env.REDIRECTED_PORT);
const PUBLIC = { address: "93.184.215.14", family: 4 };

const { lookup } = dns;
const { lookup: lookupPromise } = promises;
const { connect: connectTcp } = net;
const { connect: connectTls } = tls;

dns.lookup = (host, options, callback = options) => {
  if (!hosts.has(host)) return lookup(host, options, callback);
  if (options.all === true) return callback(null, [PUBLIC]);
  return callback(null, PUBLIC.address, PUBLIC.family);
};
promises.lookup = (host, options) => {
  if (!hosts.has(host)) return lookupPromise(host, options);
  return Promise.resolve(options?.all === true ? [PUBLIC] : PUBLIC);
};
net.connect = (options, ...more) => redirected(connectTcp, options, more);
tls.connect = (options, ...more) => redirected(connectTls, options, more);
syncBuiltinESMExports();

function redirected(connect, options, more) {
  if (!hosts.has(options?.host)) return connect(options, ...more);
  const to = { ...options, host: "127.0.0.1", port, lookup: undefined };
  const socket = connect({ servername: options.host, ...to, ...trusted(options) }, ...more);
  return Object.defineProperty(socket, "remoteAddress", { value: PUBLIC.address });
}

/** The mock trusts a list of its own, to which Node does not add what the environment says. */
function trusted({ ca }) {
  return ca === undefined ? {} : { ca: [ca, readFileSync(process.env.NODE_EXTRA_CA_CERTS)].flat() };
}
