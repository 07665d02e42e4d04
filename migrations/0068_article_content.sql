-- Some articles are for the clients whose tier reads them, as its benefit `content` has it.

create function content_rank(content text) returns int language sql immutable as $$
  select array_position(array['public', 'analytics', 'research'], content)
$$;

alter table article add column content text not null default 'public' check (content in ('public', 'analytics', 'research'));
