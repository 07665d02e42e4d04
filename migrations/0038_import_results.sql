-- Results of imports: of what two people approved, how many rows and how much money were imported and were left out.

create table import_result (
  run_id        uuid  primary key references import_run,
  imported_rows int   not null check (imported_rows >= 0),
  left_out_rows int   not null check (left_out_rows >= 0),
  imported      jsonb not null check (jsonb_typeof(imported) = 'object'),
  left_out      jsonb not null check (jsonb_typeof(left_out) = 'object')
);
create trigger import_result_append_only before delete or update on import_result
  for each row execute function refuse_change();

comment on table import_result is 'What became of the rows that two people approved, counted once when the import ends.';
comment on column import_result.left_out_rows is 'Refused since the check, or not reached where the import was stopped.';
comment on column import_result.imported is 'Opening balances in minor units, as decimal texts by currency.';
comment on column import_result.left_out is 'The same of the rows that were left out.';
