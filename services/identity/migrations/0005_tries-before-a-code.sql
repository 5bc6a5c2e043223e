ALTER TABLE "one_time_tokens" ADD COLUMN "tries_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "device_tries_before" integer DEFAULT 0 NOT NULL;