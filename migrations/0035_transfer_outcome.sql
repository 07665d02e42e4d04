-- A transfer of which the platform does not tell is ended by two persons: one says what became of it, another decides.

alter table trading_transfer add constraint trading_transfer_of_client unique (id, client_id);

create table trading_transfer_outcome (
  id          uuid        primary key,
  transfer_id uuid        not null,
  client_id   uuid        not null,
  outcome     text        not null check (outcome in ('booked', 'not_booked')),
  /* What shows it. */
  note        text        not null check (length(note) between 3 and 500),
  proposed_by uuid        not null references client,
  proposed_at timestamptz not null,
  decision    text        check (decision in ('approve', 'reject')),
  decided_by  uuid        references client,
  decided_at  timestamptz,
  foreign key (transfer_id, client_id) references trading_transfer (id, client_id),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  constraint trading_transfer_outcome_by_others
    check (proposed_by <> client_id and decided_by <> client_id and decided_by <> proposed_by)
);
create unique index trading_transfer_outcome_open on trading_transfer_outcome (transfer_id) where decision is null;

create trigger trading_transfer_outcome_decided_once before update on trading_transfer_outcome for each row
  when (old.decision is not null
        or (old.transfer_id, old.client_id, old.outcome, old.note, old.proposed_by, old.proposed_at)
           is distinct from
           (new.transfer_id, new.client_id, new.outcome, new.note, new.proposed_by, new.proposed_at))
  execute function refuse_change();
create trigger trading_transfer_outcome_kept before delete on trading_transfer_outcome for each row execute function refuse_change();
