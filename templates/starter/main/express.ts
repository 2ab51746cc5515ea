/** `npm start`: listens with Express. A proxy in front terminates TLS. */

import { startBusiness } from "@proto-gen/runtime/node";
import express from "express";
import { openBusiness } from "./business.js";
import { PATHS } from "./paths.js";
import { storage } from "./storage.js";

await startBusiness({
  open: openBusiness,
  storage,
  listen({ handler, port, host }) {
    const app = express();
    // Before body parsers: a body that was parsed is no longer the one that the platform signed.
    app.use(PATHS, handler);
    app.use(express.json());
    app.get("/", (_request, response) => void response.send("Your shop is here."));
    return app.listen(port, host);
  },
});
