CREATE TABLE "ended_links" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moved_addresses" (
	"address_hash" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"email" text NOT NULL,
	"email_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moved_addresses_address_hash_changed_at_pk" PRIMARY KEY("address_hash","changed_at")
);
--> statement-breakpoint
CREATE TABLE "moved_subscriptions" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"email" text NOT NULL,
	"email_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ended_links_by_time" ON "ended_links" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "moved_addresses_to" ON "moved_addresses" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "moved_addresses_by_time" ON "moved_addresses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "moved_subscriptions_to" ON "moved_subscriptions" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "moved_subscriptions_by_time" ON "moved_subscriptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_letters_of" ON "deliveries" USING btree ("email") WHERE source = 'notification';