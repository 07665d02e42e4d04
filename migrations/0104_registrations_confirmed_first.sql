-- Where clients confirm their address before they sign in, the answer to a registration must not tell whether somebody has the
-- address. So the call only writes down what was filled in, which is the same work for every address; what comes of it is decided
-- afterwards, and the row is deleted by that.

create table registration (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  first_name text not null,
  second_name text not null,
  phone text,
  country text not null,
  language text not null,
  address text,
  user_agent text,
  created_at timestamptz not null
);

/* Such a client signs in once the address is confirmed; until then a right password is answered like a wrong one. */
alter table client add column confirms_first boolean not null default false;
