ALTER TABLE "passes" ADD COLUMN "paid" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "revoked_for" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "end_seen_at" timestamp with time zone;