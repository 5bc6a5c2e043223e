CREATE TABLE "role_holders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"roles" text[] NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
