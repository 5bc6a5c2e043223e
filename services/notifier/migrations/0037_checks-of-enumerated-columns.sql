ALTER TABLE "address_checks" ADD CONSTRAINT "address_checks_cause" CHECK ("address_checks"."cause" in ('told', 'confirmed', 'resumed', 'support')) NOT VALID;--> statement-breakpoint
ALTER TABLE "address_checks" ADD CONSTRAINT "address_checks_list" CHECK ("address_checks"."list" in ('ride-alerts', 'newsletter', 'flights', 'restaurants', 'lightning-lane')) NOT VALID;--> statement-breakpoint
ALTER TABLE "address_checks" ADD CONSTRAINT "address_checks_outcome" CHECK ("address_checks"."outcome" in ('confirmed', 'unconfirmed', 'released', 'still-suppressed', 'given-up')) NOT VALID;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_source" CHECK ("deliveries"."source" in ('alert', 'notification', 'test', 'farewell')) NOT VALID;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_list" CHECK ("deliveries"."list" in ('ride-alerts', 'newsletter', 'flights', 'restaurants', 'lightning-lane')) NOT VALID;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_channel" CHECK ("deliveries"."channel" in ('email', 'sms', 'push')) NOT VALID;--> statement-breakpoint
ALTER TABLE "delivery_alerts" ADD CONSTRAINT "delivery_alerts_channel" CHECK ("delivery_alerts"."channel" in ('email', 'sms', 'push')) NOT VALID;--> statement-breakpoint
ALTER TABLE "delivery_alerts" ADD CONSTRAINT "delivery_alerts_kind" CHECK ("delivery_alerts"."kind" in ('short-wait', 'reopened', 'probably-done')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sending_rates" ADD CONSTRAINT "sending_rates_channel" CHECK ("sending_rates"."channel" in ('email', 'sms', 'push')) NOT VALID;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_channel" CHECK ("suppressions"."channel" in ('email', 'sms', 'push')) NOT VALID;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_reason" CHECK ("suppressions"."reason" in ('unsubscribed', 'bounced', 'complained', 'invalid')) NOT VALID;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_scope" CHECK ("suppressions"."scope" in ('alerts', 'newsletter', 'flights', 'restaurants', 'lightning-lane', 'all')) NOT VALID;--> statement-breakpoint
ALTER TABLE "unpublished_outcomes" ADD CONSTRAINT "unpublished_outcomes_channel" CHECK ("unpublished_outcomes"."channel" in ('email', 'sms', 'push')) NOT VALID;--> statement-breakpoint
ALTER TABLE "unpublished_outcomes" ADD CONSTRAINT "unpublished_outcomes_outcome" CHECK ("unpublished_outcomes"."outcome" in ('accepted', 'delivered', 'bounced', 'failed', 'expired', 'suppressed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "waiting_letters" ADD CONSTRAINT "waiting_letters_list" CHECK ("waiting_letters"."list" in ('ride-alerts', 'newsletter', 'flights', 'restaurants', 'lightning-lane')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_disabled_reason" CHECK ("webhook_endpoints"."disabled_reason" in ('failing', 'gone')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_type" CHECK ("webhook_messages"."type" in ('alert.ride', 'alert.table', 'alert.return-time', 'alert.fare', 'test')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_state" CHECK ("webhook_messages"."state" in ('waiting', 'delivered', 'failed')) NOT VALID;