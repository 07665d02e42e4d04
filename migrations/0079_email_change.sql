-- A client's new e-mail address counts once the link that was mailed to it has been confirmed; until then he has his former one.
create table email_change (
  id           uuid        primary key,
  client_id    uuid        not null references client,
  email        text        not null check (email = lower(email) and length(email) between 3 and 254),
  /* Where he was told of it; null where that address was never confirmed, since a stranger may read there. */
  former_email text,
  /* Of the staff, for a client who no longer reads his mail; null when he asked himself. */
  asked_by     uuid        references client,
  asked_at     timestamptz not null,
  expires_at   timestamptz not null,
  /* Made when the letter is written; only the hash is here. */
  token_hash   bytea       unique,
  confirmed_at timestamptz,
  /* Taken back, replaced by another, or made worthless by a new password or by freezing. */
  ended_at     timestamptz,
  check (confirmed_at is null or ended_at is null)
);
create index email_change_of_client on email_change (client_id, asked_at);
create unique index email_change_open on email_change (client_id) where confirmed_at is null and ended_at is null;

-- Frozen by a link that was mailed to a former address: whoever reads at the present one does not open it by a new password, staff do.
alter table client add column email_disputed_at timestamptz;

insert into reason (purpose, code, place, own)
select 'email_change', code, place, false
from (values ('mailbox_lost', 1), ('mailbox_stolen', 2), ('mistyped', 3)) built_in (code, place);
