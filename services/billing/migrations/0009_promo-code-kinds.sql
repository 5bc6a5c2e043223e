CREATE TABLE "free_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"is_blind" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "promo_codes" DROP CONSTRAINT "promo_codes_within_limit";--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "discount" text DEFAULT 'all-days' NOT NULL;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "percent" integer;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "redemptions_beyond_limit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "free_sessions" ADD CONSTRAINT "free_sessions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "free_sessions_of_order" ON "free_sessions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_holding_a_code" ON "orders" USING btree ("promo_code") WHERE "orders"."status" = 'awaiting-payment' and "orders"."promo_code" is not null;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_percent" CHECK (("promo_codes"."discount" = 'percentage') = ("promo_codes"."percent" is not null) and "promo_codes"."percent" between 1 and 100);--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_within_limit" CHECK ("promo_codes"."redemptions_beyond_limit" between 0 and "promo_codes"."redemptions" and "promo_codes"."redemptions" - "promo_codes"."redemptions_beyond_limit" <= coalesce("promo_codes"."max_redemptions", "promo_codes"."redemptions"));