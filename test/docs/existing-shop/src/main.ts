import { app } from "./app.js";
import { pool } from "./database.js";

const port = Number(process.env.PORT ?? 3000);
const server = app.listen(port, () => console.log(`The shop listens on port ${port}.`));

process.on("SIGTERM", () => {
  server.close(() => void pool.end());
  server.closeIdleConnections();
});
