-- Fonts of brands

create table brand_font (
  id           uuid        primary key,
  content      bytea       not null check (length(content) <= 1048576),
  family       text        not null check (length(family) <= 100),
  weight_least int         not null check (weight_least between 1 and 1000),
  weight_most  int         not null check (weight_most between weight_least and 1000),
  created_at   timestamptz not null
);

comment on table brand_font is 'A font that the pages of a brand are written in; public, as the sign-in screen is.';
comment on column brand_font.content is 'WOFF2, as it was uploaded.';
comment on column brand_font.family is 'The name that the font gives itself.';
comment on column brand_font.weight_least is 'As in CSS, such as 400. Where the most is another one, the font is variable.';

create trigger brand_font_append_only before delete or update on brand_font for each row execute function refuse_change();

-- A font decides which digit each figure and account number shows, so two people choose it.
create or replace function setting_is_protected(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('brands', 'payments', 'security', 'tiers', 'verification', 'ipo', 'email')
      or key in ('brand.font', 'currencies.spreads', 'currencies.quote_seconds', 'currencies.quote_tolerance', 'features.ipo')
$$;
