ALTER TABLE "deliveries" ADD COLUMN "handed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "doubts" integer DEFAULT 0 NOT NULL;