CREATE TABLE "companion_parks" (
	"park_id" uuid PRIMARY KEY NOT NULL,
	"watched_until" timestamp with time zone NOT NULL
);
