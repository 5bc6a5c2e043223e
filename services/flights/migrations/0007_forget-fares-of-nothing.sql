-- An offer of 0 is none. Nothing is below it, so that an alert that was told of one would be told of nothing more.
DELETE FROM "price_points" WHERE "cents" <= 0;--> statement-breakpoint
UPDATE "flight_alerts" SET "told_cents" = NULL, "told_at" = NULL WHERE "told_cents" <= 0;--> statement-breakpoint
UPDATE "flight_alerts" SET "first_cents" = NULL WHERE "first_cents" <= 0;
