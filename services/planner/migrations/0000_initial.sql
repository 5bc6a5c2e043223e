CREATE TABLE "admin_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject_id" text,
	"reason" text,
	"acted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"keep_until" timestamp with time zone DEFAULT now() + interval '8 days' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"key" text,
	"value" "bytea",
	"headers" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"rejection" text,
	CONSTRAINT "outbox_eventId_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"accept_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "admin_actions_by_time" ON "admin_actions" USING btree ("acted_at","id");--> statement-breakpoint
CREATE INDEX "erased_users_by_time" ON "erased_users" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "inbox_keep_until" ON "inbox" USING btree ("keep_until");--> statement-breakpoint
CREATE INDEX "outbox_pending" ON "outbox" USING btree ("position") WHERE "outbox"."published_at" is null and "outbox"."rejection" is null;--> statement-breakpoint
CREATE INDEX "outbox_published" ON "outbox" USING btree ("published_at") WHERE "outbox"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_rejected" ON "outbox" USING btree ("position") WHERE "outbox"."rejection" is not null;