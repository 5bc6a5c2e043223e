ALTER TABLE "delivery_alerts" ADD COLUMN "usual_minutes" integer;--> statement-breakpoint
ALTER TABLE "delivery_alerts" ADD COLUMN "popularity" real;