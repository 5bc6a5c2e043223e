CREATE TABLE "provider_turns" (
	"provider" text PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"listed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reservable_restaurants" (
	"restaurant_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restaurant_alert_days" (
	"alert_id" uuid NOT NULL,
	"restaurant_id" uuid NOT NULL,
	"date" date NOT NULL,
	"party_size" integer NOT NULL,
	"preferred_time" text NOT NULL,
	CONSTRAINT "restaurant_alert_days_alert_id_date_pk" PRIMARY KEY("alert_id","date")
);
--> statement-breakpoint
CREATE TABLE "restaurant_alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"restaurant_id" uuid NOT NULL,
	"restaurant_name" text NOT NULL,
	"disney_slug" text NOT NULL,
	"dates" date[] NOT NULL,
	"last_date" date NOT NULL,
	"party_size" integer NOT NULL,
	"preferred_time" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_reason" text,
	CONSTRAINT "restaurant_alerts_end" CHECK ("restaurant_alerts"."active" = ("restaurant_alerts"."ended_at" is null)),
	CONSTRAINT "restaurant_alerts_end_reason" CHECK (("restaurant_alerts"."ended_at" is null) = ("restaurant_alerts"."ended_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "table_checks" (
	"restaurant_id" uuid NOT NULL,
	"date" date NOT NULL,
	"check_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "table_checks_restaurant_id_date_pk" PRIMARY KEY("restaurant_id","date")
);
--> statement-breakpoint
CREATE TABLE "table_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"restaurant_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"date" date NOT NULL,
	"source" text NOT NULL,
	"party_size" integer NOT NULL,
	"time" text,
	"wait_minutes" integer,
	"meal" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "walk_up_lists" (
	"restaurant_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "restaurant_alert_days" ADD CONSTRAINT "restaurant_alert_days_alert_id_restaurant_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "restaurant_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "restaurant_alert_days_wanted" ON "restaurant_alert_days" USING btree ("restaurant_id","date","party_size","preferred_time");--> statement-breakpoint
CREATE INDEX "restaurant_alerts_of_user" ON "restaurant_alerts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "restaurant_alerts_by_last_date" ON "restaurant_alerts" USING btree ("park_id","last_date") WHERE "restaurant_alerts"."active";--> statement-breakpoint
CREATE INDEX "restaurant_alerts_of_restaurant" ON "restaurant_alerts" USING btree ("restaurant_id") WHERE "restaurant_alerts"."active";--> statement-breakpoint
CREATE INDEX "restaurant_alerts_ended" ON "restaurant_alerts" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "table_checks_by_time" ON "table_checks" USING btree ("check_at");--> statement-breakpoint
CREATE UNIQUE INDEX "table_openings_open" ON "table_openings" USING btree ("restaurant_id","date","source","party_size",coalesce("time", '')) WHERE "table_openings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "table_openings_of_park" ON "table_openings" USING btree ("park_id","source") WHERE "table_openings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "table_openings_ended" ON "table_openings" USING btree ("ended_at");