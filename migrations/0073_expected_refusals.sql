-- What a call allows for is no failure of its connection, such as 404 of what is looked up before it is created.

alter table connection_call add column expected boolean not null default false;
comment on column connection_call.expected is 'Its status is an answer that the call allows for, such as 404 of what is looked up.';
