ALTER TABLE "admin_actions" ADD COLUMN "look_up_id" uuid;--> statement-breakpoint
CREATE INDEX "admin_actions_by_actor" ON "admin_actions" USING btree ("actor_id","acted_at","id");--> statement-breakpoint
CREATE INDEX "admin_actions_by_subject" ON "admin_actions" USING btree ("subject_id","acted_at","id");