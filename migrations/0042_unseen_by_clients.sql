-- What support does among itself leaves no trace for its client: what he may see has numbers and a time of its own, beside those
-- of support, in which notes count.

alter table conversation
  /* The last number that its client knows, and when something last happened that he may see. */
  add column client_seq int not null default 0,
  add column client_at  timestamptz,
  /* Who of support has it, as far as its client was told. */
  add column client_agent_id uuid references client;

alter table conversation_message
  /* Its number for the client, without gaps; a note has none. */
  add column client_seq int check (client_seq > 0);
alter table conversation_message disable trigger conversation_message_fixed;
update conversation_message m set client_seq = shown.place
from (select conversation_id, seq, row_number() over (partition by conversation_id order by seq) as place
      from conversation_message where kind <> 'internal_note') shown
where shown.conversation_id = m.conversation_id and shown.seq = m.seq;
alter table conversation_message enable trigger conversation_message_fixed;
alter table conversation_message
  add check ((client_seq is null) = (kind = 'internal_note')),
  add unique (conversation_id, client_seq);

update conversation c
set client_seq = coalesce(said.last_seq, 0), client_at = coalesce(said.at, c.created_at), client_agent_id = c.assignee_id,
    -- Of the first conversations it was not kept when they were answered; that they were, tells what their clients see.
    first_answered_at = case when c.status = 'pending' then coalesce(c.first_answered_at, said.at, c.created_at) else c.first_answered_at end
from conversation k
left join (select conversation_id, max(client_seq) as last_seq, max(sent_at) as at
           from conversation_message where client_seq is not null group by conversation_id) said on said.conversation_id = k.id
where k.id = c.id;
alter table conversation alter column client_at set not null;

drop index conversation_of_client;
create index conversation_of_client on conversation (client_id, client_at desc, id desc);
