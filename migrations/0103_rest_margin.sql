-- Before a long rest of a market, such as a weekend, its positions need more margin, and until it opens again: prices may jump.
alter table paper_setting
  add column rest_margin_percent int not null default 200 check (rest_margin_percent between 100 and 1000),
  /* So long before the market closes. */
  add column rest_margin_minutes int not null default 60 check (rest_margin_minutes between 0 and 1440),
  /* A shorter rest, such as that of each night, raises nothing. */
  add column rest_margin_from_hours int not null default 12 check (rest_margin_from_hours > 0);
