-- no transaction
-- Programs receive the events of a client, or of an offering, in their order: each with those before it that still wait.

create index concurrently if not exists outbox_waiting_of_object on outbox ((coalesce(payload->>'clientId', payload->>'offeringId')), id)
  where delivered_at is null and given_up_at is null;
