-- Programs copy what clients have declared about themselves, in the order of their changes.
-- works with: 0.1.0

-- older versions: leave the column out, and the database fills it without writing the rows.
alter table verification_person add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same.
alter table verification_person alter column changed_at set default change_time();
comment on column verification_person.changed_at is 'Orders the changes that programs read, by change_time().';

-- older versions: leave the column out, and the database fills it without writing the rows.
alter table verification_profile add column changed_at timestamptz not null default date_trunc('milliseconds', now());
-- older versions: the same.
alter table verification_profile alter column changed_at set default change_time();
comment on column verification_profile.changed_at is 'Orders the changes that programs read, by change_time().';
