CREATE TABLE "address_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text,
	"address_hash" text NOT NULL,
	"cause" text NOT NULL,
	"claim" jsonb,
	"proven_at" timestamp with time zone,
	"admin_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
DROP INDEX "deliveries_by_address";--> statement-breakpoint
DROP INDEX "deliveries_letters_of";--> statement-breakpoint
DROP INDEX "deliveries_by_subscription";--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "scope" text;--> statement-breakpoint
UPDATE "suppressions" SET "scope" = CASE WHEN "channel" = 'email' AND "reason" = 'unsubscribed' THEN 'alerts' ELSE 'all' END;--> statement-breakpoint
ALTER TABLE "suppressions" ALTER COLUMN "scope" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "suppressions" DROP CONSTRAINT "suppressions_channel_address_hash_reason_pk";--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_channel_address_hash_reason_scope_pk" PRIMARY KEY("channel","address_hash","reason","scope");--> statement-breakpoint
CREATE INDEX "address_checks_due" ON "address_checks" USING btree ("not_before") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "address_checks_of" ON "address_checks" USING btree ("address_hash","created_at");--> statement-breakpoint
CREATE INDEX "address_checks_settled" ON "address_checks" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_address" ON "deliveries" USING btree ("address_hash") WHERE (source <> 'alert' or (channel = 'email' and address <> email));--> statement-breakpoint
CREATE INDEX "deliveries_letters_of" ON "deliveries" USING btree ("email") WHERE source <> 'alert';--> statement-breakpoint
CREATE INDEX "deliveries_by_subscription" ON "deliveries" USING btree ("subscription_id") WHERE source <> 'alert';