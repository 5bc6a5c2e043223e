CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"ride_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"wait_minutes" integer,
	"observed_at" timestamp with time zone NOT NULL,
	"triggered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accounted_at" timestamp with time zone,
	"republished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "attractions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"name" text NOT NULL,
	"retired" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "parks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"timezone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pass_windows" (
	"pass_id" uuid NOT NULL,
	"date" date NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pass_windows_pass_id_date_pk" PRIMARY KEY("pass_id","date")
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid,
	"email" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"park_id" uuid NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"watches_all" boolean DEFAULT true NOT NULL,
	"opens_at" timestamp with time zone,
	"open_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_email_parkId_unique" UNIQUE("email","park_id")
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"subscription_id" uuid NOT NULL,
	"ride_id" uuid NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"threshold_minutes" smallint NOT NULL,
	"on_reopen" boolean DEFAULT false NOT NULL,
	"cooldown_until" timestamp with time zone,
	"next_alert_at" timestamp with time zone,
	"open_until" timestamp with time zone,
	"ready" boolean DEFAULT false NOT NULL,
	CONSTRAINT "watches_subscription_id_ride_id_pk" PRIMARY KEY("subscription_id","ride_id")
);
--> statement-breakpoint
ALTER TABLE "pass_windows" ADD CONSTRAINT "pass_windows_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "passes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_subscription_id_triggered_at_index" ON "alerts" USING btree ("subscription_id","triggered_at");--> statement-breakpoint
CREATE INDEX "alerts_unaccounted" ON "alerts" USING btree ("triggered_at") WHERE "alerts"."accounted_at" is null;--> statement-breakpoint
CREATE INDEX "attractions_park_id_index" ON "attractions" USING btree ("park_id");--> statement-breakpoint
CREATE INDEX "inbox_received" ON "inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "outbox_pending" ON "outbox" USING btree ("position") WHERE "outbox"."published_at" is null and "outbox"."rejection" is null;--> statement-breakpoint
CREATE INDEX "outbox_published" ON "outbox" USING btree ("published_at") WHERE "outbox"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_rejected" ON "outbox" USING btree ("position") WHERE "outbox"."rejection" is not null;--> statement-breakpoint
CREATE INDEX "passes_subscription_id_index" ON "passes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "passes_running" ON "passes" USING btree ("ends_at") WHERE "passes"."ended_at" is null and "passes"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_park_id_index" ON "subscriptions" USING btree ("park_id");--> statement-breakpoint
CREATE INDEX "subscriptions_open" ON "subscriptions" USING btree ("open_until") WHERE "subscriptions"."open_until" is not null;--> statement-breakpoint
CREATE INDEX "watches_ready" ON "watches" USING btree ("ride_id","threshold_minutes") WHERE "watches"."ready";--> statement-breakpoint
CREATE INDEX "watches_ready_for_reopening" ON "watches" USING btree ("ride_id") WHERE "watches"."ready" and "watches"."on_reopen";--> statement-breakpoint
CREATE INDEX "watches_resting" ON "watches" USING btree ("next_alert_at") WHERE not "watches"."ready" and "watches"."next_alert_at" is not null;