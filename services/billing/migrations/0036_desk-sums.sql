CREATE TABLE "desk_sums" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"cents" integer DEFAULT 0 NOT NULL,
	"days" integer DEFAULT 0 NOT NULL,
	"acted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_sums_give_something" CHECK ("desk_sums"."cents" >= 0 and "desk_sums"."days" >= 0)
);
--> statement-breakpoint
CREATE INDEX "desk_sums_of_actor" ON "desk_sums" USING btree ("actor_id","acted_at");--> statement-breakpoint
CREATE INDEX "desk_sums_by_time" ON "desk_sums" USING btree ("acted_at");