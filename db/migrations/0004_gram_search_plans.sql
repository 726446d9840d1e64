-- For the planner: without parallel workers, whose start takes longer than a search; and near the true cost, so that
-- looking the found rows up again does not seem expensive.
alter function search_grams(bigint, text) parallel restricted cost 1000;
