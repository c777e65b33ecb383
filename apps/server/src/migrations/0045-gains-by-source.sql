create index "sim_gain_by_source" on "sim_gain" (catalyst_of) where catalyst_of > 0;
