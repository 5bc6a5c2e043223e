CREATE TABLE "outbox" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"key" text,
	"value" "bytea",
	"headers" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"rejection" text,
	CONSTRAINT "outbox_eventId_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "inbox" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"keep_until" timestamp with time zone DEFAULT now() + interval '8 days' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outbox_pending" ON "outbox" USING btree ("position") WHERE "outbox"."published_at" is null and "outbox"."rejection" is null;--> statement-breakpoint
CREATE INDEX "outbox_published" ON "outbox" USING btree ("published_at") WHERE "outbox"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_rejected" ON "outbox" USING btree ("position") WHERE "outbox"."rejection" is not null;--> statement-breakpoint
CREATE INDEX "inbox_keep_until" ON "inbox" USING btree ("keep_until");