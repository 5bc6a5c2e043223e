CREATE TABLE "park_readings" (
	"park_id" uuid PRIMARY KEY NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ride_levels" (
	"ride_id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"wait_minutes" smallint,
	"above_at" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "above_mark_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "usually_short" boolean;--> statement-breakpoint
ALTER TABLE "ride_limits" ADD COLUMN "median_minutes" smallint;--> statement-breakpoint
CREATE INDEX "ride_levels_park_id_index" ON "ride_levels" USING btree ("park_id");