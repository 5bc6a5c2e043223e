CREATE TABLE "shared_rates" (
	"rate" text PRIMARY KEY NOT NULL,
	"free" double precision NOT NULL,
	"filled_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone
);
