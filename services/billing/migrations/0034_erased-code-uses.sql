CREATE TABLE "erased_code_uses" (
	"code" text NOT NULL,
	"address_key" text NOT NULL,
	"uses" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "erased_code_uses_code_address_key_pk" PRIMARY KEY("code","address_key")
);
--> statement-breakpoint
ALTER TABLE "erased_code_uses" ADD CONSTRAINT "erased_code_uses_code_promo_codes_code_fk" FOREIGN KEY ("code") REFERENCES "promo_codes"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erased_code_uses_by_ends_at" ON "erased_code_uses" USING btree ("ends_at");