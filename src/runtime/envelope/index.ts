/** What every response is made of (§2.2, §7): its envelope, and only what the platform has agreed to. */

export { project, projector } from "./project.js";
