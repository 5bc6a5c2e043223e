CREATE TABLE "ride_limits" (
	"ride_id" uuid PRIMARY KEY NOT NULL,
	"weekday" smallint[] NOT NULL,
	"weekend" smallint[] NOT NULL,
	"fitted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "fitted" boolean DEFAULT false NOT NULL;