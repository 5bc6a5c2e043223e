CREATE TABLE "ride_hours" (
	"park_id" uuid NOT NULL,
	"span" text NOT NULL,
	"from_date" date NOT NULL,
	"is_weekend" boolean NOT NULL,
	"hour" smallint NOT NULL,
	"ride_id" uuid NOT NULL,
	"days" smallint NOT NULL,
	"steps" jsonb NOT NULL,
	"watched_minutes" integer NOT NULL,
	"down_minutes" integer NOT NULL,
	"down_spells" jsonb NOT NULL,
	CONSTRAINT "ride_hours_park_id_span_from_date_is_weekend_hour_ride_id_pk" PRIMARY KEY("park_id","span","from_date","is_weekend","hour","ride_id")
);
--> statement-breakpoint
CREATE TABLE "statistics_builds" (
	"park_id" uuid PRIMARY KEY NOT NULL,
	"built_until" date NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ride_hours_of_ride" ON "ride_hours" USING btree ("ride_id");