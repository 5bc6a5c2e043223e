CREATE TABLE "search_rates" (
	"provider" text PRIMARY KEY NOT NULL,
	"free" double precision NOT NULL,
	"filled_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone
);
