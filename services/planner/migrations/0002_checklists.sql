CREATE TABLE "checklist_rides" (
	"user_id" uuid NOT NULL,
	"park_id" uuid NOT NULL,
	"ride_id" uuid NOT NULL,
	"is_listed" boolean NOT NULL,
	"list_changed_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"tick_changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checklist_rides_user_id_park_id_ride_id_pk" PRIMARY KEY("user_id","park_id","ride_id")
);
--> statement-breakpoint
CREATE INDEX "checklist_rides_removed" ON "checklist_rides" USING btree ("list_changed_at") WHERE not "checklist_rides"."is_listed";