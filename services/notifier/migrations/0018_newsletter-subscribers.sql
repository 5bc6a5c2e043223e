CREATE TABLE "newsletter_subscribers" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"entry_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_of_user" ON "newsletter_subscribers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_unconfirmed" ON "newsletter_subscribers" USING btree ("asked_at");