CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"subscription_id" uuid,
	"email" text,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"address_hash" text NOT NULL,
	"park_id" uuid,
	"content" jsonb,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempt_no" integer DEFAULT 0 NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"called_at" timestamp with time zone,
	"provider_id" text,
	"last_error" text,
	"observed_at" timestamp with time zone,
	"traceparent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_once" UNIQUE("source_id","channel","address_hash"),
	CONSTRAINT "deliveries_state" CHECK (state in ('queued', 'sending', 'unknown', 'accepted', 'delivered', 'bounced', 'failed', 'expired', 'suppressed'))
);
--> statement-breakpoint
CREATE TABLE "delivery_alerts" (
	"alert_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address_hash" text NOT NULL,
	"delivery_id" uuid NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"park_id" uuid NOT NULL,
	"park_name" text NOT NULL,
	"ride_id" uuid NOT NULL,
	"ride_name" text NOT NULL,
	"wait_minutes" integer,
	"threshold_minutes" integer NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone,
	CONSTRAINT "delivery_alerts_once" PRIMARY KEY("alert_id","channel","address_hash")
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
CREATE TABLE "suppressions" (
	"channel" text NOT NULL,
	"address_hash" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_channel_address_hash_reason_pk" PRIMARY KEY("channel","address_hash","reason")
);
--> statement-breakpoint
CREATE INDEX "deliveries_queued" ON "deliveries" USING btree ("channel","not_before") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "deliveries_queued_expiry" ON "deliveries" USING btree ("expires_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "deliveries_queued_address" ON "deliveries" USING btree ("address_hash") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("lease_until") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "deliveries_unknown" ON "deliveries" USING btree ("channel","not_before") WHERE state = 'unknown';--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("channel","created_at") WHERE state in ('queued', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX "delivery_alerts_delivery" ON "delivery_alerts" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_alerts_history" ON "delivery_alerts" USING btree ("email","created_at") WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "inbox_received" ON "inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "outbox_pending" ON "outbox" USING btree ("position") WHERE "outbox"."published_at" is null and "outbox"."rejection" is null;--> statement-breakpoint
CREATE INDEX "outbox_published" ON "outbox" USING btree ("published_at") WHERE "outbox"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_rejected" ON "outbox" USING btree ("position") WHERE "outbox"."rejection" is not null;