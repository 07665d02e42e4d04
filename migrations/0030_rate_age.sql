-- How old a rate may be that money is converted at. Days on which a currency's market rests do not count.

/* In seconds of open market. Null is a rate that is fixed, or that the operator vouches for however old it is. */
alter table currency add rate_max_age_s int check (rate_max_age_s between 10 and 31536000);

-- Those that the market quotes are rated every few seconds while it is heard; the others the operator rates by hand.
update currency set rate_max_age_s = 900 where code in ('BTC', 'CHF', 'ETH', 'EUR', 'GBP', 'JPY');
update currency set rate_max_age_s = 432000 where code in ('CZK', 'HUF', 'NOK', 'PLN', 'RON', 'TRY');
