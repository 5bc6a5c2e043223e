CREATE TABLE "deleted_feed_items" (
	"feed_id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "display_names" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"named_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid,
	"name" text NOT NULL,
	"description" text,
	"old_name" text,
	"old_description" text,
	"park_id" uuid NOT NULL,
	"type" text NOT NULL,
	"proposal_hash" text NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"feed_id" uuid,
	"feed_name" text,
	"name" text NOT NULL,
	"description" text,
	"park_id" uuid NOT NULL,
	"type" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"one_star" integer DEFAULT 0 NOT NULL,
	"two_stars" integer DEFAULT 0 NOT NULL,
	"three_stars" integer DEFAULT 0 NOT NULL,
	"four_stars" integer DEFAULT 0 NOT NULL,
	"five_stars" integer DEFAULT 0 NOT NULL,
	"rating_count" integer GENERATED ALWAYS AS (one_star + two_stars + three_stars + four_stars + five_stars) STORED NOT NULL,
	"average_tenths" integer GENERATED ALWAYS AS (case
      when one_star + two_stars + three_stars + four_stars + five_stars = 0 then 0
      else ((one_star + two_stars * 2::bigint + three_stars * 3::bigint + four_stars * 4::bigint + five_stars * 5::bigint) * 20
        / (one_star + two_stars + three_stars + four_stars + five_stars) + 1)::int / 2 end) STORED NOT NULL,
	CONSTRAINT "items_feed_id" UNIQUE("feed_id"),
	CONSTRAINT "items_stars_counted" CHECK (least(one_star, two_stars, three_stars, four_stars, five_stars) >= 0)
);
--> statement-breakpoint
CREATE TABLE "parks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"destination_name" text NOT NULL,
	"retired" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"user_id" uuid,
	"stars" smallint NOT NULL,
	"comment" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "ratings_once" UNIQUE("item_id","user_id"),
	CONSTRAINT "ratings_stars" CHECK ("ratings"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"rating_id" uuid NOT NULL,
	"reported_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "review_reports_rating_id_reported_by_pk" PRIMARY KEY("rating_id","reported_by")
);
--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_rating_id_ratings_id_fk" FOREIGN KEY ("rating_id") REFERENCES "ratings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_requests_newest" ON "item_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "item_requests_reviewed" ON "item_requests" USING btree ("reviewed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "item_requests_open_once" ON "item_requests" USING btree ("proposal_hash") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "item_requests_of_user" ON "item_requests" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "item_requests_of_item" ON "item_requests" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "items_highest" ON "items" USING btree ("type","average_tenths","rating_count","id");--> statement-breakpoint
CREATE INDEX "items_most" ON "items" USING btree ("type","rating_count","average_tenths","id");--> statement-breakpoint
CREATE INDEX "items_highest_of_park" ON "items" USING btree ("park_id","type","average_tenths","rating_count","id");--> statement-breakpoint
CREATE INDEX "items_most_of_park" ON "items" USING btree ("park_id","type","rating_count","average_tenths","id");--> statement-breakpoint
CREATE INDEX "items_by_name" ON "items" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "items_of_creator" ON "items" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "items_added_once" ON "items" USING btree ("park_id","type",lower(name)) WHERE feed_id is null;--> statement-breakpoint
CREATE INDEX "ratings_newest" ON "ratings" USING btree ("item_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ratings_of_user" ON "ratings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("created_at","rating_id") WHERE decision is null;--> statement-breakpoint
CREATE INDEX "review_reports_of_user" ON "review_reports" USING btree ("reported_by");--> statement-breakpoint
CREATE INDEX "review_reports_decided" ON "review_reports" USING btree ("decided_at");