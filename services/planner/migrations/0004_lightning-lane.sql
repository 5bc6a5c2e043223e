CREATE TABLE "lane_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address_hash" text NOT NULL,
	"held_since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lane_bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"ride_id" uuid NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"booked_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"provider" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lane_days" (
	"assist_day_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"is_revoked" boolean NOT NULL,
	CONSTRAINT "lane_days_assist_day_id_starts_at_pk" PRIMARY KEY("assist_day_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "lane_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_email" text,
	"token_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "lane_invitations_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "lane_preferences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"ride_id" uuid NOT NULL,
	"priority" integer NOT NULL,
	"start_time" time(0) NOT NULL,
	"end_time" time(0) NOT NULL,
	"max_amount" integer,
	"max_currency" text,
	"watched_until" timestamp with time zone,
	"held_kind" text,
	"held_opening_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lane_preferences_times" CHECK ("lane_preferences"."start_time" < "lane_preferences"."end_time"),
	CONSTRAINT "lane_preferences_priority" CHECK ("lane_preferences"."priority" between 1 and 10),
	CONSTRAINT "lane_preferences_price" CHECK (("lane_preferences"."max_amount" is null) = ("lane_preferences"."max_currency" is null))
);
--> statement-breakpoint
CREATE TABLE "lane_readings" (
	"ride_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"park_id" uuid NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"wait_minutes" integer,
	"amount" integer,
	"currency" text,
	"price_date" date,
	"first_amount" integer,
	"opened_at" timestamp with time zone,
	"observed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lane_readings_ride_id_kind_pk" PRIMARY KEY("ride_id","kind")
);
--> statement-breakpoint
CREATE TABLE "quiet_times" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"paused_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "lane_bookings_of_user" ON "lane_bookings" USING btree ("user_id","booked_at");--> statement-breakpoint
CREATE INDEX "lane_bookings_by_time" ON "lane_bookings" USING btree ("booked_at");--> statement-breakpoint
CREATE INDEX "lane_days_of_user" ON "lane_days" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "lane_days_by_end" ON "lane_days" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "lane_invitations_of_user" ON "lane_invitations" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "lane_invitations_by_time" ON "lane_invitations" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "lane_invitations_with_address" ON "lane_invitations" USING btree ("expires_at") WHERE "lane_invitations"."invited_email" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "lane_preferences_once" ON "lane_preferences" USING btree ("user_id","ride_id");--> statement-breakpoint
CREATE INDEX "lane_preferences_watched" ON "lane_preferences" USING btree ("ride_id","watched_until");--> statement-breakpoint
CREATE INDEX "lane_preferences_held" ON "lane_preferences" USING btree ("ride_id") WHERE "lane_preferences"."held_opening_at" is not null;--> statement-breakpoint
CREATE INDEX "lane_readings_of_park" ON "lane_readings" USING btree ("park_id");