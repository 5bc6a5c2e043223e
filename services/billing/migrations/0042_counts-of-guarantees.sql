CREATE TABLE "guarantee_days" (
	"date" date PRIMARY KEY NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"kept" integer NOT NULL,
	"fell_short" integer NOT NULL,
	"paid_back" integer NOT NULL
);
