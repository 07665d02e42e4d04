-- A webhook of an administrator who has left stops until another one answers for it.
-- works with: 0.1.0

comment on column webhook_endpoint.created_by is 'Who answers for it: who made it, or switched it on since.';
