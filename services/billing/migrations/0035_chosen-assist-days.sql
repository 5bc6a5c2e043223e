ALTER TABLE "assist_days" ADD COLUMN "park_id" uuid;--> statement-breakpoint
ALTER TABLE "assist_days" ADD COLUMN "date" date;--> statement-breakpoint
ALTER TABLE "assist_days" ADD CONSTRAINT "assist_days_chosen" CHECK (("assist_days"."park_id" is null) = ("assist_days"."date" is null)) NOT VALID;