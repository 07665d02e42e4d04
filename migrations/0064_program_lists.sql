-- More lists that programs copy in the order of their changes (docs/operator-api.md). Each row gets the time of its last change, which
-- an index has in the order of the list. Rows from before stand at the time of this migration.

-- `p_shown`: the columns by which a row changes for programs; empty where rows are only added.
create function list_by_change(p_table text, p_id text, p_shown text, p_rows text) returns void language plpgsql as $$
begin
  execute format($sql$
    alter table %1$I add column changed_at timestamptz not null default date_trunc('milliseconds', now());
    alter table %1$I alter column changed_at set default change_time();
    comment on column %1$I.changed_at is 'Orders the changes that programs read, by change_time().';
    create index %1$s_changed on %1$I (changed_at, %2$I)%3$s$sql$, p_table, p_id, p_rows);
  if p_shown <> '' then
    execute format('create trigger %1$s_stamped before update of %2$s on %1$I for each row execute function stamp_change()',
      p_table, p_shown);
  end if;
end $$;

alter table provider_dispute add column id uuid not null default gen_random_uuid() unique;
comment on column provider_dispute.id is 'By which programs know it.';

select list_by_change(name, id, shown, rows)
from (values
  ('paper_deal', 'ticket', '', ''),
  ('paper_order', 'ticket', 'position, filled_volume, price, filled_price, sl, tp, state, expires_at, done_at', ''),
  ('paper_position', 'ticket', 'volume, sl, tp, margin, swap, close_reason, closed_at', ''),
  ('provider_payout', 'reference', 'state, provider_id, answer, ended_at, coins, coin, transaction', ''),
  ('payout_file_line', 'end_to_end_id', 'status, reason, detail, contradiction, answered_at, ended_at', ''),
  ('provider_dispute', 'id', 'status, reason, amount, withdrawn, answer_by, closed', ''),
  ('statement_line', 'id', 'result, doubt, payment_id, client_id, repeats, decided_by, decided_at, note', ''),
  ('reconciliation_finding', 'id', 'note, resolved_by, resolved_at', ''),
  ('provider_finding', 'id', 'amount, currency, answer_by, closed_at, closed_by, note', ''),
  ('conversion_quote', 'id', 'transaction_id', ' where transaction_id is not null'),
  ('payment_destination', 'id', 'label, bank, confirmed_at, removed_at', ''),
  ('ipo_holding', 'id', 'sold_quantity, tradable_at', ''),
  ('ipo_sale', 'id', '', ''),
  ('ipo_allotment_entry', 'application_id', 'allotted', ''),
  ('article', 'id', 'category, content, status, published_at, changed_at', ''),
  ('verification_document', 'id', 'state, reasons, final, expires_on, decided_at, decided_by', '')
) listed (name, id, shown, rows);

drop function list_by_change(text, text, text, text);

-- An article changes with the texts that readers see.
create function record_article_change() returns trigger language plpgsql as $$
begin
  update article set changed_at = changed_at where id = coalesce(new.article_id, old.article_id);
  return null;
end $$;
create trigger article_text_changes_article after insert or update or delete on article_text
  for each row execute function record_article_change();

create index conversation_chat_changed on conversation (changed_at, id) where kind = 'chat';
create index conversation_chat_newest on conversation (id) where kind = 'chat';
create index paper_position_open_newest on paper_position (ticket) where closed_at is null;
