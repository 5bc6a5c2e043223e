CREATE TABLE "requested_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" uuid,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accounted_at" timestamp with time zone,
	"republished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "requested_letters_about" ON "requested_letters" USING btree ("about");--> statement-breakpoint
CREATE INDEX "requested_letters_by_time" ON "requested_letters" USING brin ("requested_at");--> statement-breakpoint
CREATE INDEX "requested_letters_unaccounted" ON "requested_letters" USING btree ("requested_at") WHERE "requested_letters"."accounted_at" is null;