CREATE TABLE "late_reopenings" (
	"ride_id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"reopened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "late_reopenings_park_id_index" ON "late_reopenings" USING btree ("park_id");