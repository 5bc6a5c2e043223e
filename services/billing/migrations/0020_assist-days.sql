CREATE TABLE "assist_days" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"state" text NOT NULL,
	"day_cents" integer NOT NULL,
	"session_id" text,
	"url" text,
	"payment_intent" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	CONSTRAINT "assist_days_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "assist_days_window" CHECK (("assist_days"."starts_at" is null) = ("assist_days"."ends_at" is null)),
	CONSTRAINT "assist_days_paid" CHECK ("assist_days"."state" not in ('active', 'revoked') or "assist_days"."starts_at" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "assist_days_one_page_of_account" ON "assist_days" USING btree ("user_id") WHERE "assist_days"."state" in ('opening', 'processing');--> statement-breakpoint
CREATE INDEX "assist_days_of_user" ON "assist_days" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "assist_days_by_intent" ON "assist_days" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "assist_days_by_creation" ON "assist_days" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "assist_days_to_check" ON "assist_days" USING btree ("check_at") WHERE "assist_days"."check_at" is not null;