/** Durable background work: tasks that are committed together with their origin. */

export type { Span, Tracer } from "../tracing/span.js";
export { type Worker, type WorkerOptions, createWorker } from "./create-worker.js";
export type { RetrySchedule, NewTask, Outcome, Task } from "./task.js";
export type { ClaimedTask } from "./task-queue.js";
