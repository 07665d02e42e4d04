-- How a client has the pages shown, wherever he signs in.
alter table client
  add number_style text not null default 'english' check (number_style in ('english', 'language')),
  /* Null until he has chosen one. */
  add theme text check (theme in ('light-theme', 'dark-theme'));
