CREATE TABLE "erased_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "erased_users_by_time" ON "erased_users" USING btree ("erased_at");