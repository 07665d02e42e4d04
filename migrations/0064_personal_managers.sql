-- Who looks after a client is one of the staff, and no longer two texts: he is found by his clients, and they lose him
-- when he leaves.

create table client_manager (
  client_id  uuid        primary key references client,
  /* Null when he has left and nobody has taken over. */
  manager_id uuid        references client,
  since      timestamptz not null,
  check (manager_id <> client_id)
);
create index client_manager_by_manager on client_manager (manager_id);

-- Whose manager is none of the staff stands in the list as one whose manager has left.
insert into client_manager (client_id, manager_id, since)
select c.id, m.id, c.created_at
from client c
left join client m on m.email = lower(trim(c.manager_email)) and m.id <> c.id and m.roles <> '{client}' and m.blocked_at is null
where c.roles = '{client}' and c.closed_at is null and (trim(c.manager_email) <> '' or trim(c.manager_name) <> '');

alter table client
  drop column manager_name,
  drop column manager_email;
