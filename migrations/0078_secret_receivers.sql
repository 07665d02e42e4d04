-- Who has received a secret from before 0063 is who has made its key: until 0070 a key did not change hands.

update operator_key_secret s set created_by = k.created_by from operator_key k where k.id = s.key_id and s.created_by is null;
alter table operator_key_secret alter column created_by set not null;
comment on column operator_key_secret.created_by is 'Who has received the secret.';
