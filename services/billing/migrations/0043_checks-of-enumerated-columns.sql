ALTER TABLE "affiliate_applications" ADD CONSTRAINT "affiliate_applications_primary_platform" CHECK ("affiliate_applications"."primary_platform" in ('instagram', 'tiktok', 'youtube', 'twitter', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "affiliate_applications" ADD CONSTRAINT "affiliate_applications_decision" CHECK ("affiliate_applications"."decision" in ('accepted', 'declined')) NOT VALID;--> statement-breakpoint
ALTER TABLE "assist_days" ADD CONSTRAINT "assist_days_state" CHECK ("assist_days"."state" in ('opening', 'processing', 'active', 'unpaid', 'revoked', 'returned')) NOT VALID;--> statement-breakpoint
ALTER TABLE "assist_days" ADD CONSTRAINT "assist_days_owed_state" CHECK ("assist_days"."owed_state" in ('due', 'made', 'failed', 'settled-by-hand')) NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('creating', 'open', 'processing', 'paid', 'failed', 'expired')) NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_owed_reason" CHECK ("checkouts"."owed_reason" in ('days-over', 'paid-twice', 'order-erased', 'unconfirmed', 'support')) NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_owed_state" CHECK ("checkouts"."owed_state" in ('due', 'made', 'failed', 'settled-by-hand')) NOT VALID;--> statement-breakpoint
ALTER TABLE "delivery_outcomes" ADD CONSTRAINT "delivery_outcomes_channel" CHECK ("delivery_outcomes"."channel" in ('email', 'sms', 'push')) NOT VALID;--> statement-breakpoint
ALTER TABLE "delivery_outcomes" ADD CONSTRAINT "delivery_outcomes_outcome" CHECK ("delivery_outcomes"."outcome" in ('accepted', 'delivered', 'bounced', 'failed', 'expired', 'suppressed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "guarantees" ADD CONSTRAINT "guarantees_decision" CHECK ("guarantees"."decision" in ('kept', 'refund', 'void')) NOT VALID;--> statement-breakpoint
ALTER TABLE "guarantees" ADD CONSTRAINT "guarantees_reason" CHECK ("guarantees"."reason" in ('three-rides', 'fewer-than-three-rides', 'pass-refunded', 'pass-disputed', 'pass-erased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "guarantees" ADD CONSTRAINT "guarantees_owed_state" CHECK ("guarantees"."owed_state" in ('due', 'made', 'failed', 'settled-by-hand')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_source" CHECK ("orders"."source" in ('visitor', 'support')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product" CHECK ("orders"."product" in ('ride-alerts')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_channel" CHECK ("orders"."channel" in ('email', 'sms')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK ("orders"."status" in ('awaiting-confirmation', 'awaiting-payment', 'fulfilled', 'expired', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_comparisons" ADD CONSTRAINT "payment_comparisons_provider" CHECK ("payment_comparisons"."provider" in ('stripe')) NOT VALID;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_state" CHECK ("plans"."state" in ('opening', 'active', 'past-due', 'ended', 'abandoned')) NOT VALID;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_channel" CHECK ("promo_codes"."channel" in ('email', 'sms', 'push')) NOT VALID;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_discount" CHECK ("promo_codes"."discount" in ('all-days', 'one-day', 'percentage')) NOT VALID;