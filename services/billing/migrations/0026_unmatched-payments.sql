CREATE TABLE "payment_comparisons" (
	"provider" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unmatched_payments" (
	"session_id" text PRIMARY KEY NOT NULL,
	"bought_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
