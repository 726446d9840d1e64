CREATE TABLE "job_workers" (
	"worker_id" text PRIMARY KEY NOT NULL,
	"lock_key" integer NOT NULL,
	"heartbeat_at" timestamp (3) with time zone NOT NULL
);
