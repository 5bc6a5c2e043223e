CREATE TABLE "counted_mails" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"address_key" text NOT NULL,
	"asked_from" text NOT NULL,
	"sent" integer NOT NULL,
	CONSTRAINT "counted_mails_address_key_kind_day_asked_from_pk" PRIMARY KEY("address_key","kind","day","asked_from")
);
--> statement-breakpoint
CREATE INDEX "counted_mails_by_day" ON "counted_mails" USING btree ("day");