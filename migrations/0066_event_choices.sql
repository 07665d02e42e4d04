-- A person may choose about a single event of a group. What he chose about groups stays as it is in notification_choice.

/* Outweighs what he chose about the group. */
create table notification_kind_choice (
  person_id uuid    not null references client,
  kind      text    not null,
  channel   text    not null check (channel in ('bell', 'mail', 'push')),
  wanted    boolean not null,
  primary key (person_id, kind, channel)
);
