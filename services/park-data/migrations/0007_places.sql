CREATE TABLE "places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"slug" text,
	"latitude" double precision,
	"longitude" double precision,
	"retired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "places_park" ON "places" USING btree ("park_id");