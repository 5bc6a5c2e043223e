CREATE TABLE "delivery_outcomes" (
	"alert_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"outcome" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"first_recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_outcomes_alert_id_delivery_id_pk" PRIMARY KEY("alert_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "guarantee_alerts" (
	"pass_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"ride_id" uuid NOT NULL,
	CONSTRAINT "guarantee_alerts_pass_id_alert_id_pk" PRIMARY KEY("pass_id","alert_id")
);
--> statement-breakpoint
CREATE TABLE "guarantees" (
	"pass_id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"payment_intent" text NOT NULL,
	"paid_cents" integer NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"rides_alerted" integer DEFAULT 0 NOT NULL,
	"rides_counted" integer DEFAULT 0 NOT NULL,
	"rides_open" integer DEFAULT 0 NOT NULL,
	"settle_until" timestamp with time zone NOT NULL,
	"judge_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decision" text,
	"reason" text,
	"refund_state" text,
	"refund_id" text,
	"refund_cents" integer,
	"refund_reason" text,
	"refund_announced_at" timestamp with time zone,
	"attempt_no" integer DEFAULT 0 NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"not_before" timestamp with time zone,
	"doubted_at" timestamp with time zone,
	CONSTRAINT "guarantees_decided" CHECK (("guarantees"."decided_at" is null) = ("guarantees"."decision" is null) and ("guarantees"."decided_at" is null) = ("guarantees"."reason" is null) and ("guarantees"."decided_at" is null) = ("guarantees"."judge_at" is not null)),
	CONSTRAINT "guarantees_refund_what_was_decided" CHECK (("guarantees"."refund_state" is not null) = ("guarantees"."decision" is not null and "guarantees"."decision" = 'refund')),
	CONSTRAINT "guarantees_refund_what_was_paid" CHECK ("guarantees"."paid_cents" > 0 and ("guarantees"."refund_cents" is null or "guarantees"."refund_cents" between 1 and "guarantees"."paid_cents"))
);
--> statement-breakpoint
ALTER TABLE "guarantee_alerts" ADD CONSTRAINT "guarantee_alerts_pass_id_guarantees_pass_id_fk" FOREIGN KEY ("pass_id") REFERENCES "guarantees"("pass_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_outcomes_by_time" ON "delivery_outcomes" USING btree ("first_recorded_at");--> statement-breakpoint
CREATE INDEX "guarantee_alerts_by_alert" ON "guarantee_alerts" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "guarantees_of_checkout" ON "guarantees" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "guarantees_to_judge" ON "guarantees" USING btree ("judge_at") WHERE "guarantees"."judge_at" is not null;--> statement-breakpoint
CREATE INDEX "guarantees_to_refund" ON "guarantees" USING btree ("refund_state","not_before") WHERE "guarantees"."refund_state" in ('queued', 'sending', 'unknown', 'accepted', 'failed');--> statement-breakpoint
CREATE INDEX "guarantees_by_end" ON "guarantees" USING btree ("ended_at");