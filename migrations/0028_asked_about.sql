-- A client asks about what is open on an account as well: a position, or an order that waits.

alter type conversation_link add value 'position';
alter type conversation_link add value 'order';
