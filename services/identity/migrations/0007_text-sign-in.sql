CREATE TABLE "confirmed_numbers" (
	"number_hash" text PRIMARY KEY NOT NULL,
	"number" text,
	"email_hashes" text[] NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_numbers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"number_hash" text NOT NULL,
	"turned_on_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_codes" (
	"number_hash" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"tries_before" integer NOT NULL,
	"device_tries_before" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_numbers" ADD CONSTRAINT "sign_in_numbers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_codes" ADD CONSTRAINT "text_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmed_numbers_email_hashes_index" ON "confirmed_numbers" USING gin ("email_hashes");--> statement-breakpoint
CREATE INDEX "confirmed_numbers_changed_at_index" ON "confirmed_numbers" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "sign_in_numbers_number_hash_index" ON "sign_in_numbers" USING btree ("number_hash");--> statement-breakpoint
CREATE INDEX "text_codes_user_id_index" ON "text_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "text_codes_expires_at_index" ON "text_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "text_requests_created_at_index" ON "text_requests" USING btree ("created_at");