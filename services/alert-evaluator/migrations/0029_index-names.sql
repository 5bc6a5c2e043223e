ALTER INDEX "alerts_subscription_id_triggered_at_index" RENAME TO "alerts_of_subscription";--> statement-breakpoint
ALTER INDEX "attractions_park_id_index" RENAME TO "attractions_of_park";--> statement-breakpoint
ALTER INDEX "late_reopenings_park_id_index" RENAME TO "late_reopenings_of_park";--> statement-breakpoint
ALTER INDEX "passes_subscription_id_index" RENAME TO "passes_of_subscription";--> statement-breakpoint
ALTER INDEX "ride_levels_park_id_index" RENAME TO "ride_levels_of_park";--> statement-breakpoint
ALTER INDEX "subscriptions_park_id_index" RENAME TO "subscriptions_of_park";