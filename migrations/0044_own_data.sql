-- What is kept about a person is handed to himself alone: he proves who he is, and one session may fetch it for a while.
create table data_export (
  id         uuid        primary key,
  client_id  uuid        not null references client,
  session_id uuid        not null references session,
  asked_at   timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at)
);
create index data_export_of_client on data_export (client_id, asked_at desc);
