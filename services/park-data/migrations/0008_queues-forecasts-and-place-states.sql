CREATE TABLE "place_states" (
	"place_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"wait_minutes" smallint,
	"tables" jsonb NOT NULL,
	"times" jsonb NOT NULL,
	"tables_seen_at" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ride_forecasts" (
	"ride_id" uuid PRIMARY KEY NOT NULL,
	"forecast" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ride_states" ADD COLUMN "queues" jsonb;