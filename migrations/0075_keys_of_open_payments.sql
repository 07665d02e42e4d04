-- What a program reported before payments named its key, and is still open, names it too: who has a secret of the key does not
-- approve it.

alter table payment disable trigger payment_key_fixed;
update payment p set key_id = k.id
from idempotency_key i join operator_key k on starts_with(i.key, k.id || ' ')
where i.result_id = p.id and p.key_id is null and p.kind in ('deposit', 'adjustment') and p.state in ('under_review', 'proposed');
alter table payment enable trigger payment_key_fixed;
