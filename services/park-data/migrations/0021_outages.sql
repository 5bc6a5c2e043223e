CREATE TABLE "outage_records" (
	"id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"park_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outages_park_id_starts_at_pk" PRIMARY KEY("park_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "park_readings" ADD COLUMN "trusted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outages_by_end" ON "outages" USING btree ("ends_at");