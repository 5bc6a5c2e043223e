-- Secrets of the format before docs/decisions/one-way-to-encrypt.md cannot be read any more. The next start makes a key.
delete from private_keys;
--> statement-breakpoint
update signing_keys set accept_until = now() where accept_until is null;
--> statement-breakpoint
delete from factors;
