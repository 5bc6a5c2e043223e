CREATE TABLE "admin_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject_id" text,
	"reason" text,
	"look_up_id" uuid,
	"acted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "admin_actions_by_time" ON "admin_actions" USING btree ("acted_at","id");