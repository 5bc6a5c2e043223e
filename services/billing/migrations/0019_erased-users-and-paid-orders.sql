CREATE TABLE "accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tab_key_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "confirmation_asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "accounts_by_address_hash" ON "accounts" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "erased_users_by_time" ON "erased_users" USING btree ("erased_at");