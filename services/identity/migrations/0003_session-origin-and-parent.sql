ALTER TABLE "sessions" ADD COLUMN "parent_counter" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "started_in_browser" boolean DEFAULT false NOT NULL;