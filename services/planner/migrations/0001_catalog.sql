CREATE TABLE "parks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"destination_id" uuid NOT NULL,
	"destination_name" text NOT NULL,
	"timezone" text NOT NULL,
	"retired" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restaurants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text,
	"latitude" double precision,
	"longitude" double precision,
	"retired" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rides" (
	"id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"name" text NOT NULL,
	"retired" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "restaurants_of_park" ON "restaurants" USING btree ("park_id","name","id");--> statement-breakpoint
CREATE INDEX "rides_of_park" ON "rides" USING btree ("park_id","name","id");