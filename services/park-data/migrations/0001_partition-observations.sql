-- drizzle-kit knows no partitions: the same table again, one partition for each UTC day. The service makes
-- the partitions ahead of time and drops the old ones (jobs/keep-history.ts).
DROP TABLE "observations";
--> statement-breakpoint
CREATE TABLE "observations" (
	"ride_id" uuid NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"wait_minutes" smallint,
	CONSTRAINT "observations_ride_id_observed_at_pk" PRIMARY KEY("ride_id","observed_at")
) PARTITION BY RANGE ("observed_at");
