-- A sign-in link that a program of the operator asked for: the administrator who made the key answers for it, and the key is named.

alter table one_time_token add column key_id uuid references operator_key;
alter table one_time_token add constraint one_time_token_key_answered_for check (key_id is null or issued_by is not null);
