-- Work that the product does by itself, by the clock. The lease lets one of several instances do it; what a job does must
-- be right even if two did it at once, so this row saves work and guards nothing.

create table job (
  name         text        primary key,
  leased_until timestamptz not null default '-infinity',
  started_at   timestamptz,
  finished_at  timestamptz,
  /* What the last failure said; null after a run without one. */
  failure      text
);
