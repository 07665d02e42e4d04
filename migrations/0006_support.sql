-- Tickets and chats are the same thing seen twice, a conversation with numbered messages: so a chat becomes a ticket
-- by a change of kind, and unread counts, search and delivery are built once.

create sequence ticket_number start with 10001;

create table conversation (
  id           uuid        primary key,
  kind         text        not null check (kind in ('ticket', 'chat')),
  client_id    uuid        not null references client,
  /* What a person can name on the phone. Numbers are unique but not without gaps. */
  number       text        unique,
  subject      text        check (length(subject) between 1 and 120),
  category     text        check (category in ('account', 'payments', 'trading', 'ipo', 'verification', 'other')),
  status       text        not null check (status in ('open', 'answered', 'resolved')),
  /* The client's id of the wish to open it, and a hash of what was wished: repeating is safe, changing is refused. */
  request_id   uuid,
  request_hash bytea,
  last_seq     int         not null default 0 check (last_seq >= 0),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  unique (client_id, request_id),
  check (kind = 'chat' or (number is not null and subject is not null and category is not null)),
  check ((request_id is null) = (request_hash is null))
);
create index conversation_of_client on conversation (client_id, updated_at desc);
create index conversation_unresolved on conversation (updated_at desc) where status <> 'resolved';

create table conversation_message (
  /* Made by the sender, who may send it again when he got no answer. */
  id              uuid        not null,
  conversation_id uuid        not null references conversation,
  seq             int         not null check (seq > 0),
  /* Null for what the system says. */
  author_id       uuid        references client,
  kind            text        not null check (kind in ('text', 'file', 'system', 'internal_note')),
  body            text        not null check (length(body) between 1 and 8000),
  sent_at         timestamptz not null,
  primary key (conversation_id, seq),
  unique nulls not distinct (conversation_id, author_id, id),
  check ((author_id is null) = (kind = 'system'))
);

-- How far each person has read. One number is enough, because messages are read in order.
create table conversation_participant (
  conversation_id uuid not null references conversation,
  person_id       uuid not null references client,
  read_seq        int  not null default 0 check (read_seq >= 0),
  primary key (conversation_id, person_id)
);
