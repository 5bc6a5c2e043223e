ALTER TABLE "observations" ADD CONSTRAINT "observations_status" CHECK ("observations"."status" in ('OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT', 'UNKNOWN')) NOT VALID;--> statement-breakpoint
ALTER TABLE "opening_hours" ADD CONSTRAINT "opening_hours_type" CHECK ("opening_hours"."type" in ('OPERATING', 'TICKETED_EVENT', 'EXTRA_HOURS')) NOT VALID;--> statement-breakpoint
ALTER TABLE "place_states" ADD CONSTRAINT "place_states_status" CHECK ("place_states"."status" in ('OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT', 'UNKNOWN')) NOT VALID;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_kind" CHECK ("places"."kind" in ('restaurant', 'show')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ride_hours" ADD CONSTRAINT "ride_hours_span" CHECK ("ride_hours"."span" in ('day', 'quarter')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ride_states" ADD CONSTRAINT "ride_states_status" CHECK ("ride_states"."status" in ('OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT', 'UNKNOWN')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ride_states" ADD CONSTRAINT "ride_states_queue_kind" CHECK ("ride_states"."queue_kind" in ('queue', 'none', 'unknown')) NOT VALID;