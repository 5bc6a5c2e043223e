ALTER TABLE "orders" ADD COLUMN "address_hash" text;--> statement-breakpoint
UPDATE "orders" SET "address_hash" = encode(sha256(convert_to("email", 'UTF8')), 'hex');--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "address_hash" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "confirmations_of_order" ON "confirmations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_by_address_hash" ON "orders" USING btree ("address_hash");
