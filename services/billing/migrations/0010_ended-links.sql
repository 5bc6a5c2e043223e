CREATE TABLE "ended_links" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ended_links_by_time" ON "ended_links" USING btree ("ended_at");