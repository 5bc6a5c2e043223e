CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"park_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"session_id" text,
	"url" text,
	"payment_intent" text,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"disputed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	CONSTRAINT "checkouts_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "checkouts_paymentIntent_unique" UNIQUE("payment_intent"),
	CONSTRAINT "checkouts_have_a_session" CHECK (("checkouts"."status" = 'creating') = ("checkouts"."session_id" is null)),
	CONSTRAINT "checkouts_paid_at" CHECK (("checkouts"."status" = 'paid') = ("checkouts"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"body" "bytea" NOT NULL,
	"address_hashes" text[] NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"rejection" text,
	CONSTRAINT "provider_events_once" UNIQUE("provider","event_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "product" text DEFAULT 'ride-alerts' NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_of_order" ON "checkouts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "checkouts_to_check" ON "checkouts" USING btree ("check_at") WHERE "checkouts"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_not_applied" ON "provider_events" USING btree ("provider","position") WHERE "provider_events"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "provider_events_received" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "provider_events_addresses" ON "provider_events" USING gin ("address_hashes");