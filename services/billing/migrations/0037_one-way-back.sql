ALTER TABLE "guarantees" DROP CONSTRAINT "guarantees_refund_what_was_decided";--> statement-breakpoint
ALTER TABLE "assist_days" ADD COLUMN "owed_state" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "owed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "guarantees" ADD COLUMN "owed_state" text;--> statement-breakpoint
ALTER TABLE "guarantees" ADD CONSTRAINT "guarantees_owe_what_was_decided" CHECK ("guarantees"."owed_state" is null or ("guarantees"."decision" is not null and "guarantees"."decision" = 'refund')) NOT VALID;--> statement-breakpoint
UPDATE "guarantees" SET "owed_state" = CASE
	WHEN "refund_state" IN ('accepted', 'succeeded') OR "refund_reason" = 'refunded-by-hand' THEN 'made'
	WHEN "refund_state" = 'failed' THEN 'failed'
	WHEN "refund_reason" = 'settled-by-hand' THEN 'settled-by-hand'
	ELSE 'due' END
WHERE "refund_state" IN ('accepted', 'succeeded', 'failed', 'dropped');