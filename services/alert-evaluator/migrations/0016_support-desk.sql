CREATE TABLE "admin_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject_id" text,
	"reason" text,
	"acted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "park_holds" (
	"park_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"held_from" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	CONSTRAINT "park_holds_park_id_reason_held_from_pk" PRIMARY KEY("park_id","reason","held_from")
);
--> statement-breakpoint
CREATE TABLE "visitor_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ride_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "admin_actions_by_time" ON "admin_actions" USING btree ("acted_at","id");--> statement-breakpoint
CREATE INDEX "park_holds_by_end" ON "park_holds" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "visitor_changes_of_subscription" ON "visitor_changes" USING btree ("subscription_id","changed_at");--> statement-breakpoint
CREATE INDEX "visitor_changes_by_time" ON "visitor_changes" USING brin ("changed_at");