ALTER TABLE "guarantee_alerts" ADD COLUMN "counts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms" smallint DEFAULT 1 NOT NULL;