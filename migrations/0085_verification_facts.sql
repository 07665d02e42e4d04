-- What staff decide on is what they saw. A client may still correct himself while a document of his waits, so a decision
-- names what it was held against, and the document keeps it: who, born when, living where it proved is found later, whatever
-- the profile says by then.
create function verification_facts(p_client uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'first_name', c.first_name, 'second_name', c.second_name, 'country', c.country, 'address', c.address, 'phone', c.phone,
    'birth_on', p.birth_on, 'nationality', p.nationality, 'profile', a.answers)
  from client c
  left join lateral (
    select birth_on, nationality from verification_person where client_id = c.id order by at desc, id desc limit 1) p on true
  left join lateral (
    select answers from verification_profile where client_id = c.id order by at desc, id desc limit 1) a on true
  where c.id = p_client
$$;

alter table verification_document
  /* As the client said it when he sent the document; from a decision on, as it was decided on. Unknown of older ones that prove nothing now. */
  add column facts jsonb;
-- What stood there when this began is what has counted as proven.
update verification_document set facts = verification_facts(client_id) where state in ('pending', 'approved');
alter table verification_document
  add constraint verification_document_facts check (state <> 'approved' or facts is not null);
