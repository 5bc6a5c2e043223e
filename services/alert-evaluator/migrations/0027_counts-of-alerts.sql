CREATE TABLE "alert_days" (
	"date" date PRIMARY KEY NOT NULL,
	"counted_at" timestamp with time zone,
	"alerts" integer DEFAULT 0 NOT NULL,
	"seconds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"with_receipts" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"checked_again" integer DEFAULT 0 NOT NULL,
	"still_short" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "short_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"checked_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "limit_minutes" smallint;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "posted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "has_receipts" boolean DEFAULT false NOT NULL;