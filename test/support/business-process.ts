/**
 * The small business as a process of its own, on a SQLite file that others share. It sends its URL; each
 * checkout that it makes is a line of a file, and takes 50 ms.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { serveNode } from "@proto-gen/runtime/node";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createServer } from "../../generated/server.js";
import { createSmallBusiness } from "./small-business.js";

const [profileFile = "", platform = "", database = "", effects = ""] = process.argv.slice(2);
const profile = JSON.parse(readFileSync(profileFile, "utf8")) as object;
const { handlers } = createSmallBusiness();
const { createCheckout } = handlers;

const server = createServer(
  {
    ...handlers,
    async createCheckout(request, context) {
      appendFileSync(effects, `${process.pid}\n`);
      await setTimeout(50);
      return createCheckout(request, context);
    },
  },
  {
    profile,
    platforms: approvedPlatforms({ [platform]: profile }),
    store: createSqliteStorage({ database: new Database(database) }),
  },
);
const { url } = await serveNode(server, { port: 0, development: true });
process.send?.({ url });
