CREATE TABLE "alert_preferences" (
	"email" text PRIMARY KEY NOT NULL,
	"quiet_from" time(0),
	"quiet_until" time(0),
	"paused_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quiet_hours_have_two_ends" CHECK (("alert_preferences"."quiet_from" is null) = ("alert_preferences"."quiet_until" is null) and "alert_preferences"."quiet_from" <> "alert_preferences"."quiet_until")
);
