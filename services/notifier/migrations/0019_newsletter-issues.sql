CREATE TABLE "newsletter_issues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"markdown" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"queued_to" text,
	"queued_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "newsletter_issues_by_time" ON "newsletter_issues" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_issues_under_way" ON "newsletter_issues" USING btree ("sent_at") WHERE sent_at is not null and queued_at is null;