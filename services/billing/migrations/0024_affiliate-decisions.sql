ALTER TABLE "affiliate_applications" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "affiliate_applications" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "affiliate_applications" ADD COLUMN "promo_code" text;