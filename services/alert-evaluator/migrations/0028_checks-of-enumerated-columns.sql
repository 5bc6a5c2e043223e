ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind" CHECK ("alerts"."kind" in ('short-wait', 'reopened', 'probably-done')) NOT VALID;--> statement-breakpoint
ALTER TABLE "park_holds" ADD CONSTRAINT "park_holds_reason" CHECK ("park_holds"."reason" in ('park-closed', 'untrusted', 'behind', 'stale')) NOT VALID;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_channel" CHECK ("passes"."channel" in ('email', 'sms')) NOT VALID;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_revoked_for" CHECK ("passes"."revoked_for" in ('refunded', 'disputed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "visitor_changes" ADD CONSTRAINT "visitor_changes_kind" CHECK ("visitor_changes"."kind" in ('switch', 'ride', 'quiet-hours', 'pause', 'done', 'snooze')) NOT VALID;