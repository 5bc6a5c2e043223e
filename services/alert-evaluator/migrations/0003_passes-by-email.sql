CREATE INDEX "passes_by_email" ON "passes" USING btree ("email");
