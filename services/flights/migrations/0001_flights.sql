CREATE TABLE "ended_links" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flight_alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"trip_id" uuid,
	"user_id" uuid,
	"email" text NOT NULL,
	"address_hash" text NOT NULL,
	"home_airport" text NOT NULL,
	"destination_park" text NOT NULL,
	"airport" text,
	"max_price" integer NOT NULL,
	"departure_date_start" date NOT NULL,
	"departure_date_end" date NOT NULL,
	"return_date_start" date,
	"return_date_end" date,
	"cabin_class" text DEFAULT 'ECONOMY' NOT NULL,
	"passengers" integer DEFAULT 1 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"confirmed_at" timestamp with time zone,
	"link_hash" text,
	"link_sent_at" timestamp with time zone,
	"link_expires_at" timestamp with time zone,
	"first_cents" integer,
	"told_cents" integer,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_reason" text,
	CONSTRAINT "flight_alerts_linkHash_unique" UNIQUE("link_hash"),
	CONSTRAINT "flight_alerts_confirmed_watch" CHECK (("flight_alerts"."confirmed_at" is null) = ("flight_alerts"."trip_id" is null)),
	CONSTRAINT "flight_alerts_end" CHECK ("flight_alerts"."active" = ("flight_alerts"."ended_at" is null)),
	CONSTRAINT "flight_alerts_end_reason" CHECK (("flight_alerts"."ended_at" is null) = ("flight_alerts"."ended_reason" is null)),
	CONSTRAINT "flight_alerts_return_dates" CHECK (("flight_alerts"."return_date_start" is null) = ("flight_alerts"."return_date_end" is null))
);
--> statement-breakpoint
CREATE TABLE "price_points" (
	"trip_id" uuid NOT NULL,
	"airport" text NOT NULL,
	"day" date NOT NULL,
	"cents" integer NOT NULL,
	"airline" text NOT NULL,
	"stops" integer NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_points_trip_id_airport_day_pk" PRIMARY KEY("trip_id","airport","day")
);
--> statement-breakpoint
CREATE TABLE "search_days" (
	"day" date PRIMARY KEY NOT NULL,
	"for_visitors" integer DEFAULT 0 NOT NULL,
	"for_checks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_trips" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"home_airport" text NOT NULL,
	"destination_park" text NOT NULL,
	"departure_date" date NOT NULL,
	"return_date" date,
	"airports" text[] NOT NULL,
	"check_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "watched_trips_once" UNIQUE NULLS NOT DISTINCT("home_airport","destination_park","departure_date","return_date")
);
--> statement-breakpoint
ALTER TABLE "flight_alerts" ADD CONSTRAINT "flight_alerts_trip_id_watched_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "watched_trips"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_points" ADD CONSTRAINT "price_points_trip_id_watched_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "watched_trips"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_links_by_time" ON "ended_links" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "flight_alerts_of_address" ON "flight_alerts" USING btree ("address_hash","created_at");--> statement-breakpoint
CREATE INDEX "flight_alerts_of_user" ON "flight_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "flight_alerts_of_trip" ON "flight_alerts" USING btree ("trip_id") WHERE "flight_alerts"."active";--> statement-breakpoint
CREATE INDEX "flight_alerts_by_departure" ON "flight_alerts" USING btree ("departure_date_start") WHERE "flight_alerts"."active";--> statement-breakpoint
CREATE INDEX "flight_alerts_ended" ON "flight_alerts" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "watched_trips_by_check" ON "watched_trips" USING btree ("check_at");