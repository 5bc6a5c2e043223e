CREATE INDEX CONCURRENTLY "items_highest_named" ON "items" USING btree ("type","average_tenths","rating_count","wanted_minutes","id","folded_name");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_most_named" ON "items" USING btree ("type","rating_count","average_tenths","wanted_minutes","id","folded_name");--> statement-breakpoint
DROP INDEX CONCURRENTLY "items_highest";--> statement-breakpoint
DROP INDEX CONCURRENTLY "items_most";