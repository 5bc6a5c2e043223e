CREATE TABLE "plan_payments" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"plan_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"paid_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"email" text,
	"state" text NOT NULL,
	"month_cents" integer NOT NULL,
	"session_id" text,
	"url" text,
	"customer_id" text,
	"subscription_id" text,
	"current_period_ends_at" timestamp with time zone,
	"cancels_at_period_end" boolean DEFAULT false NOT NULL,
	"covered_until" timestamp with time zone,
	"grace_ends_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	CONSTRAINT "plans_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "plans_subscriptionId_unique" UNIQUE("subscription_id"),
	CONSTRAINT "plans_owner" CHECK (("plans"."user_id" is null) = ("plans"."email" is null)),
	CONSTRAINT "plans_grace" CHECK (("plans"."state" = 'past-due') = ("plans"."grace_ends_at" is not null)),
	CONSTRAINT "plans_over" CHECK (("plans"."state" in ('ended', 'abandoned')) = ("plans"."ended_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "plan_payments_of_plan" ON "plan_payments" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "plan_payments_by_time" ON "plan_payments" USING btree ("paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_one_of_account" ON "plans" USING btree ("user_id") WHERE "plans"."state" in ('opening', 'active', 'past-due');--> statement-breakpoint
CREATE INDEX "plans_to_check" ON "plans" USING btree ("check_at") WHERE "plans"."check_at" is not null;