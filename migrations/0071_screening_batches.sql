-- A batch of names that the provider does not answer is sent again in halves, down to one name, which then waits by itself: it
-- holds up neither other names nor the end of its run.

alter table screening_due add column batch_size int check (batch_size > 0);
comment on column screening_due.batch_size is
  'In batches of at most so many names: half of the last one that failed with it. Null before any did.';
comment on column screening_due.attempts is 'How often it stayed without an answer, alone or among names that were answered.';
comment on column screening_due.next_at is 'Not before; later after each failed attempt of its own.';
comment on column screening_run.finished_at is
  'When each name was answered, or was left without an answer by itself; it is compared later, at the latest by the next night.';
comment on column screening_run.failures is 'Attempts of names that stayed without an answer; they are compared again.';
