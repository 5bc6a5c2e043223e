CREATE TABLE "table_tellings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"restaurant_name" text NOT NULL,
	"park_id" uuid NOT NULL,
	"party_size" integer NOT NULL,
	"opening_ids" uuid[] NOT NULL,
	"token_hash" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "table_tellings_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "lane_preferences" ADD COLUMN "told_kind" text;--> statement-breakpoint
ALTER TABLE "lane_preferences" ADD COLUMN "told_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "is_shut" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "rides" ADD COLUMN "is_ride" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "table_tellings_of_user" ON "table_tellings" USING btree ("user_id","told_at");--> statement-breakpoint
CREATE INDEX "table_tellings_by_time" ON "table_tellings" USING btree ("told_at");