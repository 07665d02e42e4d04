-- Lists of staff: each person keeps views of them for themselves alone.

create table list_view (
  id         uuid        primary key,
  person_id  uuid        not null references person,
  list       text        not null check (list ~ '^[a-z][a-z_]{0,29}$'),
  name       text        check (length(name) between 1 and 40),
  query      text        not null check (length(query) <= 2000),
  is_default boolean     not null default false,
  created_at timestamptz not null,
  unique nulls not distinct (person_id, list, name),
  constraint list_view_default_has_name check (name is not null or not is_default)
);
create unique index list_view_one_default on list_view (person_id, list) where is_default;

comment on table list_view is 'How a member of staff wants to see a list. The views of a person are changed one after another.';
comment on column list_view.list is 'As the screen of the list calls it.';
comment on column list_view.name is 'Null for columns, row height and order as they were last left; one such row a list.';
comment on column list_view.query is 'Filter, columns, row height and order, as the address of the list has them.';
comment on column list_view.is_default is 'The list opens with it where its address asks for nothing.';
