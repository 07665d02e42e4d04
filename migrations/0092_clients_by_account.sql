-- no transaction
-- works with: 0.1.0
-- The clients who use an account are each found by an index.

create index concurrently if not exists payment_destination_users on payment_destination (fingerprint, client_id)
  where confirmed_at is not null and method in ('bank_transfer', 'crypto');

create index concurrently if not exists payment_source_users on payment (source, client_id)
  where state in ('credited', 'refunded', 'charged_back', 'reversed') and method <> 'sandbox';
