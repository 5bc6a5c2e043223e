CREATE TABLE "unpublished_outcomes" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unpublished_outcomes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"alerts" jsonb NOT NULL,
	"traceparent" text,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
