-- no transaction
-- Names that wait to be compared, and calls that count as failures of their connection, are each found by an index.

create index concurrently if not exists screening_due_waiting on screening_due (requested_at) where run_id is null or attempts > 0;

create index concurrently if not exists connection_call_failing on connection_call (connection_id, at desc)
  where failure is not null or status >= 400 and not expected;

drop index concurrently if exists connection_call_failed;
