ALTER TABLE "orders" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "consent_from" text;