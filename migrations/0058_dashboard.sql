-- What the dashboard counts is found by time, however many clients and mails there are.

create index client_by_age on client (created_at);
create index notification_delivery_failed on notification_delivery (changed_at) where state = 'failed';
