-- Since when a provider does not list its events. A report names the sum that it is about, so that it is not found a second time.

alter table provider_sweep add column failing_since timestamptz;
comment on column provider_sweep.failing_since is 'When the first of these attempts failed.';
update provider_sweep set failing_since = failed_at where failures > 0;
alter table provider_sweep add check ((failures > 0) = (failing_since is not null));

update provider_finding f set subject = f.amount || ' ' || f.currency
where f.kind in ('amount', 'late', 'play_money', 'by_hand') and f.subject = '' and f.amount is not null and f.currency is not null
  and not exists (
    select from provider_finding o
    where o.payment_id = f.payment_id and o.kind = f.kind and o.subject = f.amount || ' ' || f.currency);
