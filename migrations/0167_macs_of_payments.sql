-- A payment, what staff have approved of it, and the account that it is paid out to bear a MAC, so that none of them can be changed in the
-- database to send money elsewhere (src/server/platform/row-macs.ts, docs/security.md). The start that applies this file writes the
-- MACs of the rows that are there.

alter table payment             add security_mac bytea;
alter table payment_approval    add security_mac bytea;
alter table payment_destination add security_mac bytea;

-- As before, but for the MAC, which an approval gets once it is written and again when APP_SECRET is replaced.
drop trigger payment_approval_fixed on payment_approval;
create trigger payment_approval_fixed before update on payment_approval for each row
  when (old.withdrawn_at is not null
        or (to_jsonb(new) - array['withdrawn_at', 'security_mac']) is distinct from (to_jsonb(old) - array['withdrawn_at', 'security_mac']))
  execute function refuse_change();
