CREATE TABLE "published_passes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accounted_at" timestamp with time zone,
	"republished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "published_passes" ADD CONSTRAINT "published_passes_id_passes_id_fk" FOREIGN KEY ("id") REFERENCES "passes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_passes_unaccounted" ON "published_passes" USING btree ("published_at") WHERE "published_passes"."accounted_at" is null;