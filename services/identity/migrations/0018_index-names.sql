ALTER INDEX "challenges_factor_id_index" RENAME TO "challenges_of_factor";--> statement-breakpoint
ALTER INDEX "challenges_expires_at_index" RENAME TO "challenges_by_expiry";--> statement-breakpoint
ALTER INDEX "code_tries_touched_at_index" RENAME TO "code_tries_by_time";--> statement-breakpoint
ALTER INDEX "confirmed_numbers_email_hashes_index" RENAME TO "confirmed_numbers_by_email_hash";--> statement-breakpoint
ALTER INDEX "confirmed_numbers_changed_at_index" RENAME TO "confirmed_numbers_by_time";--> statement-breakpoint
ALTER INDEX "mail_requests_created_at_index" RENAME TO "mail_requests_by_time";--> statement-breakpoint
ALTER INDEX "one_time_tokens_email_index" RENAME TO "one_time_tokens_by_email";--> statement-breakpoint
ALTER INDEX "one_time_tokens_user_id_index" RENAME TO "one_time_tokens_of_user";--> statement-breakpoint
ALTER INDEX "one_time_tokens_sign_up_id_index" RENAME TO "one_time_tokens_of_sign_up";--> statement-breakpoint
ALTER INDEX "one_time_tokens_expires_at_index" RENAME TO "one_time_tokens_by_expiry";--> statement-breakpoint
ALTER INDEX "sessions_user_id_index" RENAME TO "sessions_of_user";--> statement-breakpoint
ALTER INDEX "sessions_ends_at_index" RENAME TO "sessions_by_end";--> statement-breakpoint
ALTER INDEX "sign_in_numbers_number_hash_index" RENAME TO "sign_in_numbers_by_number_hash";--> statement-breakpoint
ALTER INDEX "sign_ups_email_created_at_index" RENAME TO "sign_ups_by_email";--> statement-breakpoint
ALTER INDEX "sign_ups_expires_at_index" RENAME TO "sign_ups_by_expiry";--> statement-breakpoint
ALTER INDEX "text_codes_user_id_index" RENAME TO "text_codes_of_user";--> statement-breakpoint
ALTER INDEX "text_codes_expires_at_index" RENAME TO "text_codes_by_expiry";--> statement-breakpoint
ALTER INDEX "text_requests_created_at_index" RENAME TO "text_requests_by_time";