CREATE TABLE "attractions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"name" text NOT NULL,
	"retired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "destinations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text,
	"retired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hourly_waits" (
	"park_id" uuid NOT NULL,
	"date" date NOT NULL,
	"hour" smallint NOT NULL,
	"ride_id" uuid NOT NULL,
	"samples" integer NOT NULL,
	"min_minutes" smallint NOT NULL,
	"max_minutes" smallint NOT NULL,
	"sum_minutes" integer NOT NULL,
	CONSTRAINT "hourly_waits_park_id_date_hour_ride_id_pk" PRIMARY KEY("park_id","date","hour","ride_id")
);
--> statement-breakpoint
CREATE TABLE "inbox" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"ride_id" uuid NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"wait_minutes" smallint,
	CONSTRAINT "observations_ride_id_observed_at_pk" PRIMARY KEY("ride_id","observed_at")
);
--> statement-breakpoint
CREATE TABLE "opening_hours" (
	"park_id" uuid NOT NULL,
	"date" date NOT NULL,
	"type" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opening_hours_park_id_date_opens_at_type_pk" PRIMARY KEY("park_id","date","opens_at","type")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"key" text,
	"value" "bytea",
	"headers" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"rejection" text,
	CONSTRAINT "outbox_eventId_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "park_readings" (
	"park_id" uuid PRIMARY KEY NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"row_changed_at" timestamp with time zone NOT NULL,
	"was_empty" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"destination_id" uuid NOT NULL,
	"name" text NOT NULL,
	"timezone" text,
	"retired" boolean DEFAULT false NOT NULL,
	"attractions_read_at" timestamp with time zone,
	"hours_read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pass_windows" (
	"pass_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"park_id" uuid,
	CONSTRAINT "pass_windows_pass_id_starts_at_ends_at_pk" PRIMARY KEY("pass_id","starts_at","ends_at")
);
--> statement-breakpoint
CREATE TABLE "poller" (
	"id" integer PRIMARY KEY NOT NULL,
	"term" bigint NOT NULL,
	"destinations_read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ride_states" (
	"ride_id" uuid PRIMARY KEY NOT NULL,
	"park_id" uuid NOT NULL,
	"status" text NOT NULL,
	"wait_minutes" smallint,
	"changed_at" timestamp with time zone,
	"queue_kind" text NOT NULL,
	"is_absent" boolean NOT NULL,
	"previous_wait_minutes" smallint,
	"wait_since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attractions_park" ON "attractions" USING btree ("park_id");--> statement-breakpoint
CREATE INDEX "inbox_received" ON "inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "outbox_pending" ON "outbox" USING btree ("position") WHERE "outbox"."published_at" is null and "outbox"."rejection" is null;--> statement-breakpoint
CREATE INDEX "outbox_published" ON "outbox" USING btree ("published_at") WHERE "outbox"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_rejected" ON "outbox" USING btree ("position") WHERE "outbox"."rejection" is not null;--> statement-breakpoint
CREATE INDEX "parks_destination" ON "parks" USING btree ("destination_id");--> statement-breakpoint
CREATE INDEX "pass_windows_end" ON "pass_windows" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "ride_states_park" ON "ride_states" USING btree ("park_id");