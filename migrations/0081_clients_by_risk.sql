-- no transaction
-- The list of clients is narrowed down to those of one risk rating.

create index concurrently if not exists person_by_risk on person (risk_rating, id desc) where risk_rating is not null;
