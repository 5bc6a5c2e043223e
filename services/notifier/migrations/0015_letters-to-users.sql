CREATE TABLE "accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_hash" text NOT NULL,
	"held_since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_letters" (
	"notification_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"list" text,
	"expires_at" timestamp with time zone NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"traceparent" text
);
--> statement-breakpoint
ALTER TABLE "address_checks" ADD COLUMN "list" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "list" text;--> statement-breakpoint
CREATE INDEX "accounts_of_email" ON "accounts" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "erased_users_by_time" ON "erased_users" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "waiting_letters_of_user" ON "waiting_letters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_letters_expiry" ON "waiting_letters" USING btree ("expires_at");