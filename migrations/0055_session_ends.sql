-- Every session ends some day, however much it is used, and a link that staff issued asks for the second factor too.

alter table session
  /* It ends when unused for so long. */
  add idle interval,
  /* It ends then in any case; expires_at is never later. */
  add ends_at timestamptz;
update session set
  idle = case when remember then interval '365 days' else interval '12 hours' end,
  ends_at = case when remember then expires_at else greatest(expires_at, created_at + interval '30 days') end;
update session s set
  ends_at = least(s.ends_at, now() + interval '12 hours'),
  expires_at = least(s.expires_at, now() + interval '12 hours')
from client c where c.id = s.client_id and c.roles <> '{client}';
alter table session
  alter idle set not null,
  alter ends_at set not null,
  add constraint session_ends check (expires_at <= ends_at);

alter table sign_in_challenge
  /* Who of staff issued the link that stood in for the password. */
  add issued_by uuid references client;
