ALTER TABLE "checkouts" ADD COLUMN "inquired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "inquired" boolean DEFAULT false NOT NULL;