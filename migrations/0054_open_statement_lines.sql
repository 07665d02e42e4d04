-- no transaction
-- Staff read how many lines of bank statements they have to decide on, however many statements there are.
create index concurrently if not exists statement_line_open on statement_line (run_id)
  where result in ('proposed', 'unknown');
