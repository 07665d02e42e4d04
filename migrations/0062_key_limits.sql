-- How often a key may call. The limit opens nothing, so neither the MAC of a secret nor the approval of a key covers it.

alter table operator_key add column calls_per_minute int not null default 600 check (calls_per_minute between 1 and 6000);
comment on column operator_key.calls_per_minute is 'Calls that the key may make within a minute, over all endpoints together.';
