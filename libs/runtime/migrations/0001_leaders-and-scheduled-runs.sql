CREATE TABLE "leader_terms" (
	"role" text PRIMARY KEY NOT NULL,
	"term" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
