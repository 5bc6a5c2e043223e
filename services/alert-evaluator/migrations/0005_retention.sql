CREATE TABLE "scheduled_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "alerts_by_time" ON "alerts" USING brin ("triggered_at");--> statement-breakpoint
CREATE INDEX "passes_by_end" ON "passes" USING btree ("ends_at");