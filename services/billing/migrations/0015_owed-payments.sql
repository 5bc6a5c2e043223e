ALTER TABLE "checkouts" ADD COLUMN "owed_cents" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "owed_reason" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "owed_state" text;--> statement-breakpoint
ALTER TABLE "plan_payments" ADD COLUMN "payment_intent" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_owe_with_a_reason" CHECK (("checkouts"."owed_cents" is null) = ("checkouts"."owed_reason" is null) and ("checkouts"."owed_cents" is null) = ("checkouts"."owed_state" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_owe_what_was_paid" CHECK ("checkouts"."owed_cents" between 1 and "checkouts"."amount_cents") NOT VALID;