CREATE TABLE "ride_breakdowns" (
	"ride_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"came_back" boolean NOT NULL,
	"park_id" uuid NOT NULL,
	"date" date NOT NULL,
	CONSTRAINT "ride_breakdowns_ride_id_starts_at_pk" PRIMARY KEY("ride_id","starts_at")
);
--> statement-breakpoint
CREATE INDEX "ride_breakdowns_of_park" ON "ride_breakdowns" USING btree ("park_id","date");