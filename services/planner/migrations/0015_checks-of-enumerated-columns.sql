ALTER TABLE "lane_bookings" ADD CONSTRAINT "lane_bookings_status" CHECK ("lane_bookings"."status" in ('confirmed', 'pending', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lane_preferences" ADD CONSTRAINT "lane_preferences_held_kind" CHECK ("lane_preferences"."held_kind" in ('RETURN_TIME', 'PAID_RETURN_TIME')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lane_preferences" ADD CONSTRAINT "lane_preferences_told_kind" CHECK ("lane_preferences"."told_kind" in ('RETURN_TIME', 'PAID_RETURN_TIME')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lane_readings" ADD CONSTRAINT "lane_readings_kind" CHECK ("lane_readings"."kind" in ('RETURN_TIME', 'PAID_RETURN_TIME', 'STANDBY')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lane_readings" ADD CONSTRAINT "lane_readings_state" CHECK ("lane_readings"."state" in ('available', 'gone', 'unknown')) NOT VALID;--> statement-breakpoint
ALTER TABLE "provider_turns" ADD CONSTRAINT "provider_turns_provider" CHECK ("provider_turns"."provider" in ('reservations')) NOT VALID;--> statement-breakpoint
ALTER TABLE "restaurant_alert_days" ADD CONSTRAINT "restaurant_alert_days_preferred_time" CHECK ("restaurant_alert_days"."preferred_time" in ('breakfast', 'lunch', 'dinner', 'any')) NOT VALID;--> statement-breakpoint
ALTER TABLE "restaurant_alerts" ADD CONSTRAINT "restaurant_alerts_preferred_time" CHECK ("restaurant_alerts"."preferred_time" in ('breakfast', 'lunch', 'dinner', 'any')) NOT VALID;--> statement-breakpoint
ALTER TABLE "restaurant_alerts" ADD CONSTRAINT "restaurant_alerts_ended_reason" CHECK ("restaurant_alerts"."ended_reason" in ('past', 'left', 'retired')) NOT VALID;--> statement-breakpoint
ALTER TABLE "table_openings" ADD CONSTRAINT "table_openings_source" CHECK ("table_openings"."source" in ('walk-up', 'reservation')) NOT VALID;--> statement-breakpoint
ALTER TABLE "table_openings" ADD CONSTRAINT "table_openings_meal" CHECK ("table_openings"."meal" in ('breakfast', 'lunch', 'dinner')) NOT VALID;