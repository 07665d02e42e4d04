-- Support: conversations between a client and the support team, with their messages and files, how far each side has read,
-- the working hours and the service levels. A ticket and a chat are both a conversation, so that a chat becomes a ticket by a
-- change of kind, and unread counts, search and delivery are built once.
-- The schema enforces that messages never change and are numbered twice, for support and, without internal notes, for the
-- client, and that a client has one active chat.

create type conversation_link as enum (
  'payment', 'operation', 'trading_account', 'deal', 'application', 'holding', 'position', 'order');
comment on type conversation_link is 'A kind of object that a client can ask about.';

create sequence ticket_number start with 10001;

create table support_setting (
  only_row               boolean     default true primary key check (only_row),
  version                int         not null default 1,
  time_zone              text        not null,
  warn_minutes           int         not null check (warn_minutes > 0),
  reopen_days            int         not null check (reopen_days > 0),
  resolve_factor         int         not null check (resolve_factor > 0),
  unread_email_minutes   int         not null check (unread_email_minutes > 0),
  chat_to_ticket_minutes int         default 30 check (chat_to_ticket_minutes > 0),
  unattended_since       timestamptz
);
comment on table support_setting is 'The operator''s settings for support, in one row.';
comment on column support_setting.version is 'Counts changes, so that an edit of an outdated version is refused.';
comment on column support_setting.time_zone is 'IANA name; support_hours and support_holiday are in this zone.';
comment on column support_setting.warn_minutes is 'How long before a deadline support is warned.';
comment on column support_setting.reopen_days is 'Days after which a resolved conversation is closed.';
comment on column support_setting.resolve_factor is 'Time to resolve, as a multiple of the time to reply.';
comment on column support_setting.unread_email_minutes is 'The client gets an email about a reply that is unread for this long.';
comment on column support_setting.chat_to_ticket_minutes is
  'A chat becomes a ticket when its client waits this long without an agent online; null for never.';
comment on column support_setting.unattended_since is 'Since when no agent is online; null while one is. The server sets it.';
insert into support_setting (time_zone, warn_minutes, reopen_days, resolve_factor, unread_email_minutes) values
  ('Europe/Berlin', 15, 7, 3, 10);

create table support_hours (
  weekday      int not null check (weekday between 1 and 7),
  from_minute  int not null check (from_minute between 0 and 1439),
  until_minute int not null check (until_minute between 1 and 1440),
  primary key (weekday, from_minute),
  check (until_minute > from_minute)
);
comment on table support_hours is 'An interval of working time on a weekday; a day may have several.';
comment on column support_hours.weekday is 'ISO weekday: 1 is Monday.';
comment on column support_hours.from_minute is 'Minutes after midnight.';
comment on column support_hours.until_minute is 'Minutes after midnight.';
insert into support_hours (weekday, from_minute, until_minute) values
  (1, 480,  720),
  (1, 780, 1080),
  (2, 480,  720),
  (2, 780, 1080),
  (3, 480,  720),
  (3, 780, 1080),
  (4, 480,  720),
  (4, 780, 1080),
  (5, 480,  720),
  (5, 780, 1080);

create table support_holiday (
  day date primary key
);
comment on table support_holiday is 'A day without working hours.';

create table support_canned (
  shortcut   text        not null check (shortcut ~ '^[a-z0-9_-]{1,30}$'),
  language   text        not null check (language ~ '^[a-z]{2}$'),
  body       text        not null check (length(body) between 1 and 2000),
  updated_by uuid        references person,
  updated_at timestamptz not null,
  primary key (shortcut, language)
);
comment on table support_canned is 'A reply that support has prepared, in one language.';
comment on column support_canned.body is 'May contain the placeholders {client}, {agent} and {number}.';

create table support_presence (
  person_id uuid        primary key references person,
  away      boolean     not null default false,
  seen_at   timestamptz not null
);
comment on table support_presence is 'An agent''s presence at support.';
comment on column support_presence.away is 'The agent has set this; they do not count as online.';
comment on column support_presence.seen_at is
  'Last heartbeat. One arrives every 30 seconds; after 90 seconds without one the agent counts as offline.';

create table conversation (
  id                uuid              primary key,
  kind              text              not null check (kind in ('ticket', 'chat')),
  client_id         uuid              not null references person,
  number            text              unique,
  subject           text              check (length(subject) between 1 and 120),
  category          text              check (category in ('account', 'payments', 'trading', 'ipo', 'verification', 'other')),
  priority          text              not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  assignee_id       uuid              references person check (assignee_id <> client_id),
  link_type         conversation_link,
  link_id           text              check (length(link_id) between 1 and 80),
  link_label        text              check (length(link_label) between 1 and 120),
  previous_id       uuid              references conversation,
  request_id        uuid,
  request_hash      bytea,
  last_seq          int               not null default 0 check (last_seq >= 0),
  emailed_seq       int               not null default 0,
  client_seq        int               not null default 0,
  client_at         timestamptz       not null,
  client_agent_id   uuid              references person,
  sla_tier          text              check (sla_tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  waiting_since     timestamptz,
  reply_due_at      timestamptz,
  warned_at         timestamptz,
  first_replied_at  timestamptz,
  resolve_due_at    timestamptz,
  resolve_left_s    int               check (resolve_left_s >= 0),
  resolve_warned_at timestamptz,
  rating            int               check (rating between 1 and 5),
  rating_text       text              check (length(rating_text) <= 1000),
  rated_at          timestamptz,
  status            text              not null check (status in ('open', 'pending', 'snoozed', 'resolved', 'closed')),
  created_at        timestamptz       not null,
  updated_at        timestamptz       not null,
  changed_at        timestamptz       not null default change_time(),
  snoozed_until     timestamptz,
  resolved_at       timestamptz,
  closed_at         timestamptz,
  unique (client_id, request_id),
  check (kind = 'chat' or number is not null and subject is not null and category is not null),
  check ((link_type is null) = (link_id is null) and (link_type is null) = (link_label is null)),
  check ((request_id is null) = (request_hash is null)),
  check (resolve_due_at is null or waiting_since is not null),
  check (resolve_left_s is null or resolve_due_at is null),
  check ((rating is null) = (rated_at is null)),
  check ((status = 'snoozed') = (snoozed_until is not null))
);
create unique index conversation_one_chat on conversation (client_id)
  where kind = 'chat' and status not in ('resolved', 'closed');
create index conversation_of_client on conversation (client_id, client_at desc, id desc);
-- For the answer times of a period.
create index conversation_by_age on conversation (created_at) include (kind, first_replied_at);
create index conversation_active on conversation (updated_at desc) where status not in ('resolved', 'closed');
create index conversation_changed on conversation (changed_at, id) where kind = 'ticket';
create index conversation_snoozed on conversation (snoozed_until) where snoozed_until is not null;
create index conversation_due on conversation (reply_due_at) where reply_due_at is not null;
create index conversation_resolve_due on conversation (resolve_due_at) where resolve_due_at is not null;
create index conversation_waiting_chat on conversation (waiting_since)
  where kind = 'chat' and status = 'open' and waiting_since is not null;
-- search_words splits at signs, so that T-10001 is found by 10001.
create index conversation_words on conversation
  using gin (search_words(coalesce(number, '') || ' ' || coalesce(subject, '') || ' ' || coalesce(link_label, '')));
comment on table conversation is 'A ticket or a chat between a client and support.';
comment on column conversation.number is 'What a person can name on the phone: unique, but not without gaps. Null for chats.';
comment on column conversation.link_id is 'Id of the object that the client asks about, as its screen uses it.';
comment on column conversation.link_label is 'Its name as the client knows it.';
comment on column conversation.previous_id is 'The closed conversation that this one continues.';
comment on column conversation.request_id is 'Id of the request that opened it; repeating the request is safe.';
comment on column conversation.request_hash is 'Hash of that request, which refuses the same id with other content.';
comment on column conversation.last_seq is 'Number of the last message, internal notes included.';
comment on column conversation.emailed_seq is 'Number of the last message that an email has reminded the client of.';
comment on column conversation.client_seq is 'Number of the last message as the client counts them, without internal notes.';
comment on column conversation.client_at is 'Last change that the client can see.';
comment on column conversation.client_agent_id is 'The agent in charge, as far as the client has been notified.';
comment on column conversation.sla_tier is 'The client''s tier at the start of the present wait, which sets its deadlines.';
comment on column conversation.waiting_since is 'Since when the client waits for support; null while it is the client''s turn.';
comment on column conversation.reply_due_at is 'Deadline for the reply to the present wait, in working time by tier.';
comment on column conversation.warned_at is 'When support was warned of it.';
comment on column conversation.resolve_due_at is 'Deadline to resolve it; null while it is the client''s turn.';
comment on column conversation.resolve_left_s is 'Seconds of working time left to resolve it, while it is the client''s turn.';
comment on column conversation.resolve_warned_at is 'When support was warned of the deadline to resolve.';
comment on column conversation.status is 'For support. The client sees a status that follows from it: a snoozed ticket is open.';
comment on column conversation.changed_at is 'Orders the changes that programs read, by change_time().';
comment on column conversation.closed_at is 'From then on a reply opens a new conversation.';
create trigger conversation_stamped before update of subject, category, priority, assignee_id, link_type, link_id, last_seq,
    status, reply_due_at, first_replied_at, resolved_at, closed_at, rating on conversation
  for each row execute function stamp_change();

create table conversation_participant (
  conversation_id uuid not null references conversation,
  person_id       uuid not null references person,
  read_seq        int  not null default 0 check (read_seq >= 0),
  delivered_seq   int  not null default 0 check (delivered_seq >= read_seq),
  primary key (conversation_id, person_id)
);
comment on table conversation_participant is
  'How far a person has received and read a conversation. One number is enough, because messages are read in order.';
comment on column conversation_participant.read_seq is 'In the numbering of support.';
comment on column conversation_participant.delivered_seq is 'In the numbering of support.';

create table conversation_message (
  conversation_id uuid        not null references conversation,
  seq             int         not null check (seq > 0),
  client_seq      int         check (client_seq > 0),
  id              uuid        not null,
  author_id       uuid        references person,
  kind            text        not null check (kind in ('text', 'file', 'system', 'internal_note')),
  body            text        not null,
  data            jsonb,
  words           tsvector    generated always as (to_tsvector('simple', body)) stored,
  sent_at         timestamptz not null,
  primary key (conversation_id, seq),
  unique (conversation_id, client_seq),
  unique nulls not distinct (conversation_id, author_id, id),
  check ((author_id is null) = (kind = 'system')),
  check ((client_seq is null) = (kind = 'internal_note')),
  check ((data is not null) = (kind = 'system')),
  constraint conversation_message_body_check check (
    case kind
      when 'system' then body = ''
      when 'file' then length(body) <= 8000
      else length(body) between 1 and 8000
    end)
);
-- Finds a message that its author sends again, also when the conversation continues in another one.
create index conversation_message_by_author on conversation_message (author_id, id) where author_id is not null;
create index conversation_message_words on conversation_message using gin (words);
comment on table conversation_message is 'A message in a conversation.';
comment on column conversation_message.seq is 'Its number for support, without gaps.';
comment on column conversation_message.client_seq is 'Its number for the client, without gaps; null for internal notes.';
comment on column conversation_message.id is 'Chosen by the author, who may send the message again without a reply.';
comment on column conversation_message.author_id is 'Null for system messages.';
comment on column conversation_message.data is 'The event of a system message and its parameters; the screen puts it into words.';
comment on column conversation_message.words is 'For full-text search in any language.';
create trigger conversation_message_append_only before update or delete on conversation_message
  for each row execute function refuse_change();

create table conversation_file (
  file_id         uuid primary key,
  owner_id        uuid not null,
  conversation_id uuid not null,
  seq             int  not null,
  position        int  not null check (position between 1 and 5),
  unique (conversation_id, seq, position),
  foreign key (file_id, owner_id) references file (id, owner_id),
  foreign key (conversation_id, seq) references conversation_message
);
comment on table conversation_file is 'A file of a message.';
comment on column conversation_file.position is '1 to 5, so that a message has five files at most.';
create trigger conversation_file_append_only before update or delete on conversation_file
  for each row execute function refuse_change();

create table conversation_read (
  conversation_id uuid        not null,
  side            text        not null check (side in ('client', 'support')),
  seq             int         not null,
  at              timestamptz not null,
  primary key (conversation_id, side, seq),
  foreign key (conversation_id, seq) references conversation_message
);
comment on table conversation_read is
  'When one side of a conversation had read up to a message. A message finds the time it was read by the primary key.';
create trigger conversation_read_append_only before update or delete on conversation_read
  for each row execute function refuse_change();

create table conversation_presence (
  person_id       uuid        not null references person,
  conversation_id uuid        not null references conversation,
  seen_at         timestamptz not null,
  primary key (person_id, conversation_id)
);
comment on table conversation_presence is 'A conversation that an agent has open; an agent may have several in several tabs.';
comment on column conversation_presence.seen_at is 'Last heartbeat; after 90 seconds the agent no longer counts as viewing it.';
