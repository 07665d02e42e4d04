-- Notifications: what each person was notified of, by which channels and what became of it, the preferences of each person, and
-- the devices that receive push messages.
-- An event that is delivered twice notifies once. Texts are not stored: they are written in the reader's language when read.

create table notification (
  id         uuid        primary key,
  event_id   bigint      not null,
  person_id  uuid        not null references person,
  kind       text        not null,
  params     jsonb       not null,
  path       text        not null,
  about_id   uuid,
  read_at    timestamptz,
  created_at timestamptz not null,
  unique (event_id, person_id, kind)
);
create index notification_by_person on notification (person_id, id desc);
create index notification_by_age on notification (created_at);

comment on table notification is 'One thing that one person was notified of.';
comment on column notification.event_id is 'The event in the outbox, which may be delivered twice.';
comment on column notification.params is
  'Values for the text. No secrets: a link or code for an email is made when the email is sent.';
comment on column notification.path is 'Page of the application that it links to, without the language.';
comment on column notification.about_id is
  'What the email is made from: a payment, a destination, a conversation or an application; null for none.';

create table notification_delivery (
  notification_id uuid        not null references notification on delete cascade,
  channel         text        not null check (channel in ('bell', 'email', 'push')),
  state           text        not null check (state in ('queued', 'sent', 'failed', 'held', 'suppressed')),
  reason          text,
  due_at          timestamptz,
  emailed_to      text,
  changed_at      timestamptz not null,
  primary key (notification_id, channel),
  check ((state = 'held') = (due_at is not null)),
  check (emailed_to is null or channel = 'email')
);
create index notification_delivery_held on notification_delivery (due_at) where state = 'held';
create index notification_delivery_failed on notification_delivery (changed_at) where state = 'failed';

comment on table notification_delivery is 'What became of a notification on one channel.';
comment on column notification_delivery.channel is 'bell is the list in the application.';
comment on column notification_delivery.reason is 'Why it is held, suppressed or failed; null otherwise.';
comment on column notification_delivery.due_at is 'When a held notification is sent; null for others.';
comment on column notification_delivery.emailed_to is
  'Address the email went to, or was to go to, because people change their address; null before and on other channels.';

create table notification_preference (
  person_id  uuid    not null references person,
  group_name text    not null,
  channel    text    not null check (channel in ('bell', 'email', 'push')),
  enabled    boolean not null,
  primary key (person_id, group_name, channel)
);

comment on table notification_preference is
  'Whether a person is notified of one group of events on one channel; enabled when there is no row.';

create table notification_kind_preference (
  person_id uuid    not null references person,
  kind      text    not null,
  channel   text    not null check (channel in ('bell', 'email', 'push')),
  enabled   boolean not null,
  primary key (person_id, kind, channel)
);

comment on table notification_kind_preference is
  'Whether a person is notified of one kind of event on one channel; it overrides the preference for the group.';

create table notification_settings (
  person_id  uuid     primary key references person,
  time_zone  text     not null,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to   smallint check (quiet_to between 0 and 1439),
  digest     boolean  not null,
  check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to or quiet_from is null)
);

comment on table notification_settings is
  'When one person receives emails and push messages that are not urgent; without a row at any time, in UTC.';
comment on column notification_settings.time_zone is 'IANA name.';
comment on column notification_settings.quiet_from is
  'Start of the quiet hours in minutes of the person''s day; null for none. Later than quiet_to: they last over midnight.';
comment on column notification_settings.quiet_to is 'End of the quiet hours in minutes of the person''s day; null for none.';
comment on column notification_settings.digest is 'Emails that are not urgent come together, once a day.';

create table push_key (
  one               boolean     primary key default true check (one),
  public_key        bytea       not null check (octet_length(public_key) = 65),
  private_encrypted bytea       not null,
  created_at        timestamptz not null
);

comment on table push_key is 'The key pair, in one row, by which push services recognise this installation.';
comment on column push_key.public_key is
  'The key that browsers subscribe with; replacing it would end every subscription.';
comment on column push_key.private_encrypted is 'The private key, encrypted under a key of APP_SECRET.';

-- A subscription ends with its session, so that a device where the person has signed out receives no more messages.
create table push_subscription (
  id              uuid        primary key,
  person_id       uuid        not null references person,
  session_id      uuid        not null unique references session on delete cascade,
  endpoint        text        not null unique check (length(endpoint) <= 1000),
  p256dh          bytea       not null check (octet_length(p256dh) = 65),
  auth            bytea       not null check (octet_length(auth) = 16),
  detailed        boolean     not null,
  failures        smallint    not null default 0,
  created_at      timestamptz not null,
  last_success_at timestamptz
);
create index push_subscription_by_person on push_subscription (person_id);

comment on table push_subscription is 'A browser in which one person receives push messages.';
comment on column push_subscription.endpoint is
  'Address at the push service of the browser; messages are signed by us and encrypted for this browser.';
comment on column push_subscription.p256dh is 'Public key of the browser, for the encryption of messages.';
comment on column push_subscription.auth is 'Secret shared with the browser, for the encryption of messages.';
comment on column push_subscription.detailed is 'Messages on a locked screen say what they are about, with amounts.';
comment on column push_subscription.failures is 'Failed deliveries in a row.';
comment on column push_subscription.last_success_at is 'Null until the first delivery.';
