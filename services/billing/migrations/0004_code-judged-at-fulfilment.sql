ALTER TABLE "confirmed_addresses" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "confirmed_addresses" CASCADE;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_promo_code_promo_codes_code_fk";
--> statement-breakpoint
ALTER TABLE "promo_redemptions" DROP COLUMN "state";