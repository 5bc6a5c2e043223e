ALTER TABLE "orders" ADD COLUMN "watches" jsonb;--> statement-breakpoint
ALTER TABLE "parks" ADD COLUMN "ride_ids" uuid[];