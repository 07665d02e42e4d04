-- Conversations grow up: rooms with an assignee, a snooze and a rating, tickets with promises and a linked object, messages
-- with files, notes and words of the system, and how far each person has received and read.

create type conversation_link as enum ('payment', 'operation', 'trading_account', 'deal', 'application', 'holding');

-- A ticket's status as its client sees it follows from this one: while it is snoozed it still waits for support.
alter table conversation drop constraint conversation_status_check;
update conversation set status = 'pending' where status = 'answered';
alter table conversation
  add constraint conversation_status_check check (status in ('open', 'pending', 'snoozed', 'resolved', 'closed')),
  add priority       text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  add assignee_id    uuid references client check (assignee_id <> client_id),
  add snoozed_until  timestamptz,
  add resolved_at    timestamptz,
  /* After this an answer makes a new ticket, which says here where it comes from. */
  add closed_at      timestamptz,
  add previous_id    uuid references conversation,
  /* What the client asks about; its name as he knows it. */
  add link_type      conversation_link,
  add link_id        text check (length(link_id) between 1 and 80),
  add link_label     text check (length(link_label) between 1 and 120),
  add rating         int  check (rating between 1 and 5),
  add rating_text    text check (length(rating_text) <= 1000),
  add rated_at       timestamptz,
  /* The promise: minutes of working time to the first answer, set when the client begins to wait. */
  add promise_tier   text check (promise_tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  add waiting_since  timestamptz,
  add answer_due_at  timestamptz,
  add resolve_due_at timestamptz,
  add warned_at      timestamptz,
  add first_answered_at timestamptz,
  /* Up to which message the client has been told by mail that something waits. */
  add mailed_seq     int not null default 0,
  add check ((link_type is null) = (link_id is null) and (link_type is null) = (link_label is null)),
  add check ((status = 'snoozed') = (snoozed_until is not null)),
  add check ((rating is null) = (rated_at is null));
-- One chat of a client goes on; a resolved one gives way to a new one.
create unique index conversation_one_chat on conversation (client_id) where kind = 'chat' and status not in ('resolved', 'closed');
create index conversation_due on conversation (answer_due_at) where answer_due_at is not null;
create index conversation_snoozed on conversation (snoozed_until) where snoozed_until is not null;
drop index conversation_unresolved;
create index conversation_active on conversation (updated_at desc) where status not in ('resolved', 'closed');

-- What the system says is an event with its names, put into words by whoever reads it.
alter table conversation_message
  add data jsonb check ((data is not null) = (kind = 'system')),
  drop constraint conversation_message_body_check,
  add constraint conversation_message_body_check
    check (case kind when 'system' then body = '' when 'file' then length(body) <= 8000 else length(body) between 1 and 8000 end),
  /* Found by words of any language. */
  add words tsvector generated always as (to_tsvector('simple', body)) stored;
create index conversation_message_words on conversation_message using gin (words);

-- Nothing that was said changes.
create trigger conversation_message_fixed before update or delete on conversation_message for each row execute function refuse_change();

create table conversation_file (
  file_id         uuid primary key,
  owner_id        uuid not null,
  conversation_id uuid not null,
  seq             int  not null,
  place           int  not null check (place between 1 and 5),
  unique (conversation_id, seq, place),
  foreign key (conversation_id, seq) references conversation_message (conversation_id, seq),
  foreign key (file_id, owner_id) references file (id, owner_id)
);
create trigger conversation_file_fixed before update or delete on conversation_file for each row execute function refuse_change();

alter table conversation_participant add delivered_seq int not null default 0;
update conversation_participant set delivered_seq = read_seq;
alter table conversation_participant add check (delivered_seq >= read_seq);

-- Answers that support keeps ready, by a short word and in each language. `{client}`, `{agent}`, `{number}` stand for names.
create table support_canned (
  shortcut   text        not null check (shortcut ~ '^[a-z0-9_-]{1,30}$'),
  language   text        not null check (language ~ '^[a-z]{2}$'),
  body       text        not null check (length(body) between 1 and 2000),
  updated_by uuid        references client,
  updated_at timestamptz not null,
  primary key (shortcut, language)
);

-- Who of support is there: a beat every half minute, gone after one and a half.
create table support_presence (
  person_id uuid        primary key references client,
  away      boolean     not null default false,
  seen_at   timestamptz not null
);

-- When support works: several intervals a day, in minutes after midnight of the time zone.
create table support_hours (
  weekday      int not null check (weekday between 1 and 7),
  from_minute  int not null check (from_minute between 0 and 1439),
  until_minute int not null check (until_minute between 1 and 1440),
  primary key (weekday, from_minute),
  check (until_minute > from_minute)
);
insert into support_hours
select weekday, from_minute, until_minute from generate_series(1, 5) weekday, (values (480, 720), (780, 1080)) span (from_minute, until_minute);

create table support_holiday (day date primary key);

-- Settings of the operator, in the one row.
create table support_setting (
  only_row          boolean primary key default true check (only_row),
  time_zone         text not null,
  warn_minutes      int  not null check (warn_minutes > 0),
  reopen_days       int  not null check (reopen_days > 0),
  /* To resolve, as a multiple of the time to answer. */
  resolve_factor    int  not null check (resolve_factor > 0),
  /* A mail about an answer that was not read for so long. */
  unread_mail_minutes int not null check (unread_mail_minutes > 0)
);
insert into support_setting values (true, 'Europe/Berlin', 15, 7, 3, 10);
