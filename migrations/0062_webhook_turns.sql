-- Each endpoint is sent to in a turn of its own, which looks for what is due to it alone: the index begins with the endpoint.
create index webhook_delivery_due_to on webhook_delivery (endpoint_id, next_attempt_at, id) where state = 'pending';
drop index webhook_delivery_due;
