CREATE TABLE "code_tries" (
	"address_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"from_known_device" boolean NOT NULL,
	"tries" integer NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_tries_address_hash_purpose_from_known_device_pk" PRIMARY KEY("address_hash","purpose","from_known_device")
);
--> statement-breakpoint
CREATE INDEX "code_tries_touched_at_index" ON "code_tries" USING btree ("touched_at");--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP COLUMN "code_attempts";