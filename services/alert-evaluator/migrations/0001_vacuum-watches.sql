-- Every alert changes its watch twice: the fronts of the partial indexes must not fill with entries of dead rows.
ALTER TABLE "watches" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
