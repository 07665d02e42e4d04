-- What each person was told of, by which channels, and what he wishes to be told.

create table notification (
  id         uuid        primary key,
  /* Of the outbox. An event that is delivered twice tells once. */
  event_id   bigint      not null,
  person_id  uuid        not null references client,
  kind       text        not null,
  /* Named in the words, which are written in the reader's language when he reads. No secrets: those are made for the letter. */
  params     jsonb       not null,
  /* Below the language, where it leads. */
  path       text        not null,
  /* What the letter is made of: a payment, a destination, a conversation, an application. */
  about_id   uuid,
  read_at    timestamptz,
  created_at timestamptz not null,
  unique (event_id, person_id, kind)
);
create index notification_by_person on notification (person_id, id desc);
create index notification_by_age on notification (created_at);

create table notification_delivery (
  notification_id uuid        not null references notification on delete cascade,
  channel         text        not null check (channel in ('bell', 'mail', 'push')),
  state           text        not null check (state in ('queued', 'sent', 'failed', 'held', 'suppressed')),
  /* Why it is held, suppressed or failed. */
  reason          text,
  /* When what is held is let go. */
  due_at          timestamptz,
  changed_at      timestamptz not null,
  primary key (notification_id, channel),
  check ((state = 'held') = (due_at is not null))
);
create index notification_delivery_held on notification_delivery (due_at) where state = 'held';

/* What is not here is wanted. */
create table notification_choice (
  person_id  uuid    not null references client,
  group_name text    not null,
  channel    text    not null check (channel in ('bell', 'mail', 'push')),
  wanted     boolean not null,
  primary key (person_id, group_name, channel)
);

create table notification_settings (
  person_id  uuid     primary key references client,
  time_zone  text     not null,
  /* Minutes of his day; quiet from the one to the other, over midnight where that is earlier. */
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to   smallint check (quiet_to between 0 and 1439),
  /* Mails that are not urgent come together, once a day. */
  digest     boolean  not null,
  check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to or quiet_from is null)
);
