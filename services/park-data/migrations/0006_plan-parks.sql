CREATE TABLE "plan_parks" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"watched_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DELETE FROM "pass_windows" WHERE "park_id" IS NULL;--> statement-breakpoint
ALTER TABLE "pass_windows" ALTER COLUMN "park_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "plan_parks_of_park" ON "plan_parks" USING btree ("park_id","watched_until");