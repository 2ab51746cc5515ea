/** `npm start`: listens with Express. A proxy in front terminates TLS. */

import { toNodeHandler } from "@proto-gen/runtime/node";
import express from "express";
import { business, closeOnSignal, host, listening, port } from "./opened.js";
import { PATHS } from "./paths.js";

const app = express();
// Before body parsers: a body that was parsed is no longer the one that the platform signed.
app.use(PATHS, toNodeHandler(business));
app.use(express.json());
app.get("/", (_request, response) => void response.send("Your shop is here."));

const server = app.listen(port, host, listening);
closeOnSignal(async () => {
  server.close();
  server.closeIdleConnections();
});
