-- The desk of support sees who looks at a conversation now, finds it by the beginnings of words, and its rules are changed on a screen.

alter table support_presence add column room_id uuid references conversation;

-- Signs inside of addresses and numbers part words, so that `T-10001` is found by 10001 and an address by its host.
create function search_words(text text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(coalesce(text, ''), '@._+-/', '      '))
$$;
create index client_words on client using gin (search_words(first_name || ' ' || second_name || ' ' || email));
create index conversation_words on conversation
  using gin (search_words(coalesce(number, '') || ' ' || coalesce(subject, '') || ' ' || coalesce(link_label, '')));

-- Counts up with each change, so that nobody overwrites what he has not seen.
alter table support_setting add column version int not null default 1;
create index audit_entry_of_support on audit_entry (created_at desc) where act = 'support.save_settings';
