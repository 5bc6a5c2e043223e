CREATE TABLE "sales" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"park_id" uuid NOT NULL,
	"dates" date[] NOT NULL,
	"day_price_cents" integer NOT NULL,
	"discount_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"promo_code" text,
	"sold_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "promo_redemptions" DROP CONSTRAINT "promo_redemptions_order_id_orders_id_fk";
--> statement-breakpoint
DROP INDEX "promo_redemptions_of_email";--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD COLUMN "redeemed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "promo_redemptions" r SET "address_hash" = o."address_hash", "redeemed_at" = o."fulfilled_at" FROM "orders" o WHERE o."id" = r."order_id";--> statement-breakpoint
ALTER TABLE "promo_redemptions" ALTER COLUMN "address_hash" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "promo_redemptions" ALTER COLUMN "redeemed_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "sales_by_time" ON "sales" USING btree ("sold_at");--> statement-breakpoint
CREATE INDEX "promo_redemptions_of_address" ON "promo_redemptions" USING btree ("address_hash","code");