import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Local: the workers that may hold jobs. A worker is alive as long as its process holds the advisory lock `lockKey` and
 * its heartbeat is fresh; survivors give the jobs of dead ones back (app/jobs/worker/worker-lease.server.ts).
 */
export const jobWorkers = pgTable("job_workers", {
  workerId: text("worker_id").primaryKey(),
  lockKey: integer("lock_key").notNull(),
  heartbeatAt: instant("heartbeat_at").notNull(),
});
