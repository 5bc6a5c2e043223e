ALTER TABLE "inbox" ADD COLUMN "keep_until" timestamp with time zone DEFAULT now() + interval '8 days' NOT NULL;--> statement-breakpoint
CREATE INDEX "inbox_keep_until" ON "inbox" USING btree ("keep_until");--> statement-breakpoint
DROP INDEX "inbox_received";--> statement-breakpoint
ALTER TABLE "inbox" DROP COLUMN "received_at";