CREATE TABLE "consents" (
	"number_hash" text NOT NULL,
	"email_hash" text NOT NULL,
	"number" text NOT NULL,
	"email" text NOT NULL,
	"version" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "consents_number_hash_email_hash_pk" PRIMARY KEY("number_hash","email_hash")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "link_hash" text;--> statement-breakpoint
CREATE INDEX "consents_of_email" ON "consents" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "consents_asked" ON "consents" USING btree ("asked_at") WHERE confirmed_at is null and reminded_at is null;--> statement-breakpoint
CREATE INDEX "deliveries_texts" ON "deliveries" USING btree ("address_hash","created_at") WHERE channel = 'sms';--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_by_link" ON "deliveries" USING btree ("link_hash") WHERE link_hash is not null;