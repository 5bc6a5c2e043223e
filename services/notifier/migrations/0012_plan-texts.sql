CREATE TABLE "plan_numbers" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"number_hash" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plan_text_months" (
	"plan_id" uuid NOT NULL,
	"month" date NOT NULL,
	"texts_used" integer DEFAULT 0 NOT NULL,
	"spent_at" timestamp with time zone,
	CONSTRAINT "plan_text_months_plan_id_month_pk" PRIMARY KEY("plan_id","month")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_hash" text,
	"covered_until" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "is_of_plan_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_alerts" ADD COLUMN "replaces_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "plan_numbers_by_time" ON "plan_numbers" USING btree ("chosen_at");--> statement-breakpoint
CREATE INDEX "plan_text_months_by_time" ON "plan_text_months" USING btree ("month");--> statement-breakpoint
CREATE INDEX "plans_of_email" ON "plans" USING btree ("email_hash","covered_until");--> statement-breakpoint
CREATE INDEX "plans_by_end" ON "plans" USING btree ("covered_until");