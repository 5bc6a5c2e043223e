ALTER TABLE "attractions" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "park_readings" ADD COLUMN "open_by_rides_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ride_states" ADD COLUMN "down_polls" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ride_states" ADD COLUMN "reopened_at" jsonb DEFAULT '[]'::jsonb NOT NULL;