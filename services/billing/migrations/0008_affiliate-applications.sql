CREATE TABLE "affiliate_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"address_hash" text NOT NULL,
	"phone" text,
	"instagram_handle" text,
	"instagram_followers" integer,
	"tiktok_handle" text,
	"tiktok_followers" integer,
	"youtube_channel" text,
	"youtube_subscribers" integer,
	"twitter_handle" text,
	"twitter_followers" integer,
	"total_followers" bigint NOT NULL,
	"primary_platform" text NOT NULL,
	"content_niche" text,
	"why_join" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "affiliate_applications_by_time" ON "affiliate_applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "affiliate_applications_of_address" ON "affiliate_applications" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "affiliate_applications_of_user" ON "affiliate_applications" USING btree ("user_id");