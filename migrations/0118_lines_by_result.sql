-- The lines that are still to be settled are found by statement_line_by_result.
-- works with: 0.1.0

-- older versions: read the same lines by statement_line_by_result.
drop index statement_line_to_settle;
