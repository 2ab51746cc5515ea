/** Durable background work: tasks that are committed together with their origin. */

export type { Failure, Outcome, Rescheduled, TaskReport } from "./outcome.js";
export type { RetrySchedule } from "./retry-schedule.js";
export type { DeadTask, NewTask, Task } from "./task.js";
export type { Span, SpanOptions, Tracer } from "../tracing/span.js";
export type { ClaimedTask } from "./task-queue.js";
export {
  createWorker,
  type Worker,
  type WorkerLimits,
  type WorkerOptions,
} from "./create-worker.js";
