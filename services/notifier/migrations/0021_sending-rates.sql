CREATE TABLE "sending_rates" (
	"channel" text PRIMARY KEY NOT NULL,
	"free" double precision NOT NULL,
	"filled_at" timestamp with time zone NOT NULL
);
