CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"covered_until" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
DELETE FROM "pass_windows" WHERE "pass_id" IN (SELECT "id" FROM "passes" WHERE "subscription_id" IS NULL);--> statement-breakpoint
DELETE FROM "passes" WHERE "subscription_id" IS NULL;--> statement-breakpoint
DROP INDEX "passes_running";--> statement-breakpoint
ALTER TABLE "passes" ALTER COLUMN "subscription_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "plan_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "plans_by_email" ON "plans" USING btree ("email","covered_until");--> statement-breakpoint
CREATE INDEX "plans_by_end" ON "plans" USING btree ("covered_until");--> statement-breakpoint
CREATE INDEX "passes_running" ON "passes" USING btree ("ends_at") WHERE "passes"."ended_at" is null;