ALTER TABLE "subscriptions" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "silent_until" timestamp with time zone;