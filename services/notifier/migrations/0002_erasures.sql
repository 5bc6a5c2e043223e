CREATE TABLE "erased_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_subscriptions" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "delivery_alerts_history";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "requested_at" timestamp with time zone;--> statement-breakpoint
UPDATE "deliveries" SET "requested_at" = "created_at";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "requested_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_alerts" ADD COLUMN "email_hash" text;--> statement-breakpoint
ALTER TABLE "delivery_alerts" ADD COLUMN "subscription_id" uuid;--> statement-breakpoint
UPDATE "delivery_alerts" a
	SET "email_hash" = encode(sha256(convert_to(lower(trim(a."email")), 'UTF8')), 'hex'), "subscription_id" = d."subscription_id"
	FROM "deliveries" d WHERE d."id" = a."delivery_id";--> statement-breakpoint
ALTER TABLE "delivery_alerts" ALTER COLUMN "email_hash" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_alerts" ALTER COLUMN "subscription_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "erased_addresses_by_time" ON "erased_addresses" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "erased_subscriptions_by_time" ON "erased_subscriptions" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_address" ON "deliveries" USING btree ("address_hash") WHERE (source = 'notification' or (channel = 'email' and address <> email));--> statement-breakpoint
CREATE INDEX "deliveries_by_subscription" ON "deliveries" USING btree ("subscription_id") WHERE source = 'notification';--> statement-breakpoint
CREATE INDEX "delivery_alerts_subscription" ON "delivery_alerts" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "delivery_alerts_history" ON "delivery_alerts" USING btree ("email_hash","created_at");--> statement-breakpoint
ALTER TABLE "delivery_alerts" DROP COLUMN "email";
