-- When each side of a conversation had read up to which message, so that a message can say when its recipient read it. There is a
-- row for each time that a side got further, and a message finds its time by one look at the primary key.

create table conversation_read (
  conversation_id uuid        not null,
  side            text        not null check (side in ('client', 'support')),
  seq             int         not null,
  at              timestamptz not null,
  primary key (conversation_id, side, seq),
  foreign key (conversation_id, seq) references conversation_message (conversation_id, seq)
);
create trigger conversation_read_fixed before update or delete on conversation_read for each row execute function refuse_change();

-- What was read so far was read at a time that nobody wrote down: not before the last of it was said.
insert into conversation_read (conversation_id, side, seq, at)
select r.conversation_id, r.side, r.seq, m.sent_at
from (select p.conversation_id, case when p.person_id = c.client_id then 'client' else 'support' end as side, max(p.read_seq) as seq
      from conversation_participant p join conversation c on c.id = p.conversation_id group by 1, 2) r
join conversation_message m on m.conversation_id = r.conversation_id and m.seq = r.seq;
