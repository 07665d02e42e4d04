-- A terminal ends with the session from which it was opened. Those that are open at the update end by themselves, as before.
alter table platform_token add column session_id uuid references session;
alter table paper_session add column opened_by uuid references session;
