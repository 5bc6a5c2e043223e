CREATE TABLE "published_assist_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"version" integer,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accounted_at" timestamp with time zone,
	"republished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "published_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"version" integer,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accounted_at" timestamp with time zone,
	"republished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "published_passes" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "published_assist_days" ADD CONSTRAINT "published_assist_days_id_assist_days_id_fk" FOREIGN KEY ("id") REFERENCES "assist_days"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_plans" ADD CONSTRAINT "published_plans_id_plans_id_fk" FOREIGN KEY ("id") REFERENCES "plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_assist_days_unaccounted" ON "published_assist_days" USING btree ("published_at") WHERE "published_assist_days"."accounted_at" is null;--> statement-breakpoint
CREATE INDEX "published_plans_unaccounted" ON "published_plans" USING btree ("published_at") WHERE "published_plans"."accounted_at" is null;