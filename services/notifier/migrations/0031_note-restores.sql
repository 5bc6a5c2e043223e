CREATE TABLE "restores" (
	"noted_at" timestamp with time zone PRIMARY KEY DEFAULT now() NOT NULL,
	"restored_to" timestamp with time zone NOT NULL
);
