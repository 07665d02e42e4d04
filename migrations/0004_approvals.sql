-- Approvals: one person requests a change, another one approves it, whatever it is about. The schema says which changes need this
-- and refuses a decision by the author or about oneself; later modules refuse the change itself without its approved request.
-- Who may approve follows from the functions at the end: roles, how long they are held, and who gave them.

-- Settings that protect money or access; the key is `<group>.<name>`.
create function setting_is_protected(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('brands', 'payments', 'security', 'tiers', 'verification', 'ipo', 'email')
      or key in ('currencies.spreads', 'currencies.quote_seconds', 'currencies.quote_tolerance', 'features.ipo')
$$;

create table approval_request (
  id            uuid        primary key,
  kind          text        not null check (kind in ('setting', 'limits', 'level', 'tier', 'email', 'role', 'api_key', 'staff_dealing',
                                                     'transfer', 'offering', 'payment', 'payout_file', 'connection', 'screening', 'import', 'staff_identity')),
  key           text,
  action        text,
  client_id     uuid        references person,
  was           jsonb       not null,
  value         jsonb       not null,
  reason        text        check (length(reason) between 1 and 500),
  author_id     uuid        not null references person,
  state         text        not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn', 'expired')),
  decided_by    uuid        references person,
  decision_note text        check (length(decision_note) between 1 and 500),
  same_network  boolean     not null default false,
  overrule      text        check (length(overrule) between 3 and 300),
  created_at    timestamptz not null,
  expires_at    timestamptz,
  decided_at    timestamptz,
  transfer_id   uuid        generated always as (case when kind = 'transfer' then key::uuid end) stored,
  offering_id   uuid        generated always as (case when kind = 'offering' then key::uuid end) stored,
  payment_id    uuid        generated always as (case when kind = 'payment' then key::uuid end) stored,
  alone_usd     bigint      check (alone_usd is null or kind = 'payment' and state = 'approved'),
  security_mac  bytea,
  unique (id, key, author_id, decided_by),
  check (expires_at > created_at),
  constraint approval_request_key_check check (coalesce(
    case kind
      when 'setting' then setting_is_protected(key)
      when 'limits' then key in ('trading_accounts', 'deposit', 'withdrawal')
      when 'api_key' then key is not null
      when 'payout_file' then key is not null
      when 'connection' then key is not null
      when 'screening' then key is not null
      when 'import' then key is not null
      when 'staff_identity' then key is not null
      when 'staff_dealing' then key in ('accounts', 'offerings') or key ~ '^[0-9a-f-]{36}$'
      when 'transfer' then key is not null
      when 'offering' then key is not null and action in ('publish', 'price', 'allot', 'list', 'quote')
      when 'payment' then key is not null
        and action in ('approve', 'credit_deposit', 'refund', 'charge_back', 'decide_adjustment', 'fail')
      else key is null
    end, false)),
  constraint approval_request_client_check check (
    (kind in ('setting', 'api_key', 'offering', 'payout_file', 'connection', 'import')) = (client_id is null)),
  check ((kind in ('offering', 'payment')) = (action is not null)),
  check (reason is not null or kind in ('offering', 'payment')),
  -- What blocks the step of a process stays open until a person decides or the process ends.
  check ((expires_at is null) = (kind in ('transfer', 'offering', 'payment'))),
  constraint approval_request_not_of_client check (author_id <> client_id and decided_by <> client_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state in ('approved', 'declined', 'withdrawn')) = (decided_by is not null)),
  check (state <> 'approved' or decided_at < expires_at),
  check (state <> 'declined' or decision_note is not null or kind in ('transfer', 'offering', 'payment')),
  -- Who may approve a payment alone is its author and its approver.
  constraint approval_request_by_other check (
    state not in ('approved', 'declined') or decided_by <> author_id or alone_usd is not null),
  constraint approval_request_by_author check (state <> 'withdrawn' or decided_by = author_id)
);
create unique index approval_request_open on approval_request
  (kind, coalesce(key, ''), coalesce(client_id::text, ''), (case kind when 'payment' then action end)) nulls not distinct
  where state = 'open';
create index approval_request_of_client on approval_request (client_id, kind);
create index approval_request_of_key on approval_request (key) where kind in ('api_key', 'payout_file', 'connection', 'screening', 'import', 'staff_identity');
create index approval_request_of_transfer on approval_request (transfer_id) where kind = 'transfer';
create index approval_request_of_offering on approval_request (offering_id) where kind = 'offering';
create index approval_request_of_payment on approval_request (payment_id) where kind = 'payment';
-- For the totals of payments that one person approved: over 24 hours for all clients, over 7 days for one.
create index approval_request_alone on approval_request (decided_by, decided_at) include (alone_usd) where alone_usd > 0;
create index approval_request_alone_of_client on approval_request (client_id, decided_at) include (decided_by, alone_usd)
  where alone_usd > 0;
create index approval_request_decided on approval_request (decided_at desc, id desc) where state <> 'open';

comment on table approval_request is 'A change that needs two people: the request of one and the decision of the other.';
comment on column approval_request.key           is 'Setting, kind of limit, scope of dealing, or id of the API key, connection, file for the bank, screening hit, import, single sign-on of a person, transfer, offering or payment; null for others.';
comment on column approval_request.action        is
  'Action on a payment, or step of an offering. publish: announcement; price: final price; allot: allotment; list: start of trading and first price; quote: a later price.';
comment on column approval_request.client_id     is 'Person the change is about; null for a setting, an API key, a connection, a file for the bank, an import or an offering.';
comment on column approval_request.was           is
  'What applied at the time; once that changes, approval is refused. Of an offering: clients and money affected, as the author saw it.';
comment on column approval_request.value         is
  'Requested value; a JSON null ends a limit of the client''s own. Of a transfer its outcome; of an offering its terms, price, method or file; of a payment
   the amount in minor units.';
comment on column approval_request.reason        is 'Why; of a transfer the evidence; optional for offerings and payments.';
comment on column approval_request.expires_at    is 'Null where the request stays open as long as its subject needs it.';
comment on column approval_request.state         is 'withdrawn: cancelled by the author; expired: ended without a decision.';
comment on column approval_request.alone_usd     is
  'US cents of a payment moved without a second approver; 0 if it moves none, null if two approve. Set by a trigger.';
comment on column approval_request.decided_by    is 'Second person, or the author of a withdrawn request or of a payment approved alone; null when it expired.';
comment on column approval_request.decision_note is 'Why the request was declined; also a note of who approved a step of an offering.';
comment on column approval_request.same_network  is 'Author and approver used one network or device; set by a trigger.';
comment on column approval_request.overrule      is 'Reason to approve although network or device are the same.';
comment on column approval_request.security_mac  is 'Covers what the author wrote, and an approval; checked before a decision and before a withdrawal is sent.';

-- Which request set the roles and the level of a person.
alter table person add foreign key (roles_approval_request_id) references approval_request;
alter table person add foreign key (level_approval_request_id) references approval_request;

-- left_staff_at follows from the roles and cannot be set by itself: it is when the last role that sees offerings was lost, by the
-- approval of the new roles where there is one.
create function record_left_staff() returns trigger language plpgsql as $$
begin
  new.left_staff_at := old.left_staff_at;
  if old.roles && roles_that_see_offerings() and not new.roles && roles_that_see_offerings() then
    select coalesce(
      (select decided_at from approval_request
       where id = new.roles_approval_request_id and new.roles_approval_request_id is distinct from old.roles_approval_request_id),
      now() + ahead_ms * interval '1 millisecond') into new.left_staff_at from demo_clock;
  end if;
  return new;
end $$;
create trigger person_left_staff before update of roles, left_staff_at on person
  for each row execute function record_left_staff();

-- A person at the provider stays the one member of staff, until a second person approves that they are bound again.
create function staff_identity_check() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - '{removed_at,security_mac}'::text[] is distinct from to_jsonb(old) - '{removed_at,security_mac}'::text[]
     or old.removed_at is not null and new.removed_at is distinct from old.removed_at then
    raise exception 'single sign-on % cannot change so', old.id using errcode = 'restrict_violation';
  end if;
  if new.removed_at is distinct from old.removed_at and not exists (
       select from approval_request r
       where r.kind = 'staff_identity' and r.key = new.id::text and r.client_id = new.person_id and r.state = 'approved') then
    raise exception 'the removal of single sign-on % lacks a second person', old.id
      using errcode = 'check_violation', constraint = 'staff_identity_is_removed_by_two';
  end if;
  return new;
end $$;
create trigger staff_identity_guard before update or delete on staff_identity for each row execute function staff_identity_check();

create table email_change (
  id                  uuid        primary key,
  person_id           uuid        not null references person,
  email               text        not null check (email = lower(email) and length(email) between 3 and 254),
  former_email        text,
  requested_by        uuid        references person,
  approval_request_id uuid        unique references approval_request,
  token_hash          bytea       unique,
  requested_at        timestamptz not null,
  expires_at          timestamptz not null,
  confirmed_at        timestamptz,
  ended_at            timestamptz,
  security_mac        bytea,
  check (confirmed_at is null or ended_at is null)
);
create unique index email_change_open on email_change (person_id) where confirmed_at is null and ended_at is null;
create index email_change_of_client on email_change (person_id, requested_at);

comment on table email_change is 'A new email address of a person, in effect once the link sent to it is confirmed.';
comment on column email_change.former_email        is 'Address to inform; null if never verified, as a stranger may read there.';
comment on column email_change.requested_by        is 'Staff member, for a person who lost the address; else null.';
comment on column email_change.approval_request_id is 'Approved request of the staff member.';
comment on column email_change.token_hash          is 'Keyed hash of the secret in the link; null until the email is written.';
comment on column email_change.ended_at            is 'Cancelled, replaced, or ended by a new password or freezing.';
comment on column email_change.security_mac        is 'Covers person, address and who requested it.';

-- An address requested by staff needs an approved request by the same author for the same person and address.
create function require_approval_for_email() returns trigger language plpgsql as $$
begin
  if not exists (
    select from approval_request p
    where p.id = new.approval_request_id and p.kind = 'email' and p.state = 'approved' and p.client_id = new.person_id
      and p.author_id = new.requested_by and p.value ->> 'email' = new.email) then
    raise exception 'an email address requested by staff lacks a second person'
      using errcode = 'check_violation', constraint = 'email_change_is_approved';
  end if;
  return new;
end $$;
create trigger email_change_guard before insert on email_change for each row
  when (new.requested_by is not null)
  execute function require_approval_for_email();

-- Approvals within a week of a change by staff are refused, so its time has to be true.
create trigger email_change_present before update of confirmed_at on email_change for each row
  when (new.confirmed_at is not null)
  execute function time_is_present('confirmed_at');

-- Limits of a client

-- Limits as a list: one of trading accounts; of payments three, per operation, per day and per month. Null is no limit.
create function limits_of(p_kind text, p_most int, p_operation bigint, p_day bigint, p_month bigint) returns bigint[]
  language sql immutable as $$
  select case when p_kind = 'trading_accounts' then array[p_most::bigint] else array[p_operation, p_day, p_month] end
$$;

-- Limits as an approval request stores them.
create function limits_value(p_most int, p_operation bigint, p_day bigint, p_month bigint, p_until date) returns jsonb
  language sql immutable as $$
  select jsonb_build_object('max', p_most, 'per_operation', p_operation, 'per_day', p_day,
                            'per_month', p_month, 'until', p_until)
$$;

-- Whether the first limits allow no more than the others. Unknown limits are within none, so they need a second person.
create function limits_within(p_one bigint[], p_other bigint[]) returns boolean language sql immutable as $$
  select p_one is not null and p_other is not null and coalesce(
    (select bool_and(other is null or (one is not null and one <= other)) from unnest(p_one, p_other) pair (one, other)), false)
$$;

-- Dealing by staff

-- An exception starts when the second person approved it, with the scope and the last day of the request, and is not ended yet.
create function require_approval_for_dealing() returns trigger language plpgsql as $$
begin
  if new.ended_at is not null or not exists (
    select from approval_request p
    where p.id = new.approval_request_id and p.kind = 'staff_dealing' and p.state = 'approved' and p.decided_at = new.started_at
      and (p.client_id, p.key) = (new.client_id, new.scope) and (p.value ->> 'until')::date = new.until) then
    raise exception 'a dealing exception lacks a second person'
      using errcode = 'check_violation', constraint = 'dealing_exception_is_approved';
  end if;
  return new;
end $$;

-- Who may approve

-- When and by whom one of these roles was given to a person who had none of them; of two people who agreed on it, both gave it.
-- The server checks the MACs of these requests, and by person.role_requests that none was deleted. The command line of the server
-- makes no request: roles that it gives take effect at once, as otherwise no approval would be possible in the first week of an
-- installation.
create function role_grants(p_id uuid, p_roles text[]) returns table (by_id uuid, at timestamptz) language sql stable as $$
  select by_id, decided_at
  from approval_request cross join lateral (values (author_id), (decided_by)) giver (by_id)
  where client_id = p_id and kind = 'role' and state = 'approved' and value ?| p_roles and not was ?| p_roles
$$;

-- A role given within the last week can neither request nor approve.
create function role_is_new(p_id uuid, p_roles text[], p_at timestamptz) returns boolean language sql stable as $$
  select exists (select from role_grants(p_id, p_roles) g where g.at > p_at - interval '7 days')
$$;

-- Two people are not independent for 30 days after one gave the other the role.
create function was_granted_role_by(p_id uuid, p_to uuid, p_roles text[], p_at timestamptz) returns boolean
  language sql stable as $$
  select exists (select from role_grants(p_id, p_roles) g where g.by_id = p_to and g.at > p_at - interval '30 days')
$$;

-- Whether staff restored a person's access within the last week: unblocked them, reset their second factor or changed their
-- email. One person could otherwise take over a second profile and approve with it.
create function was_readmitted(p_id uuid, p_at timestamptz) returns boolean language sql stable as $$
  select coalesce((select readmitted_at > p_at - interval '7 days' from person where id = p_id), false)
$$;

-- The other people with one of these roles. A person who gained the role joins them after a week; one who lost it, was blocked,
-- froze their profile or closed it leaves them after a week. So an author cannot remove the others and change something on the
-- same day. Earlier roles come from the requests about them; changes by the command line of the server are left out.
create function available_approvers(p_author uuid, p_roles text[], p_now timestamptz) returns setof uuid language sql stable as $$
  with turn as (
    select client_id, decided_at, value ?| p_roles as made
    from approval_request
    where kind = 'role' and state = 'approved' and decided_at > p_now - interval '14 days'
      and (value ?| p_roles) <> (was ?| p_roles)
  ), week as (select p_now - interval '7 days' as began)
  select c.id
  from person c, week
  where c.id <> p_author and (
    (c.roles && p_roles
      and coalesce(c.blocked_at > began, true) and coalesce(c.frozen_at > began, true) and coalesce(c.closed_at > began, true)
      and not exists (select from turn t where t.client_id = c.id and t.made and t.decided_at > began))
    or exists (
      select from turn lost where lost.client_id = c.id and not lost.made and lost.decided_at > began
        and not exists (
          select from turn before where before.client_id = c.id and before.made
            and before.decided_at > lost.decided_at - interval '7 days' and before.decided_at <= lost.decided_at))
  )
$$;

-- Until administrators choose, approvals from one network or device are refused unless the approver overrules that. In plpgsql
-- because the table of settings is made after this.
create function same_network_is_forbidden() returns boolean language plpgsql stable as $$
begin
  return coalesce((
    select value #>> '{}' from setting_version where key = 'security.same_network_approvals'
    order by number desc limit 1), 'forbid') = 'forbid';
end $$;

-- The roles that approve requests of a kind.
create function approver_roles(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind = 'setting' then '{compliance,admin,finance}'::text[]
              when p_kind = 'api_key' then '{admin}'
              when p_kind in ('payment', 'offering', 'transfer', 'payout_file', 'connection') then '{finance,admin}'
              else '{compliance,admin}' end
$$;

-- The roles that propose them.
create function authors_of(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind in ('role', 'setting', 'tier', 'connection', 'import', 'staff_identity') then '{admin}'::text[] else approver_roles(p_kind) end
$$;

-- The roles that approve what this author proposes. Finance approves settings only where neither compliance nor another
-- administrator is available.
create function available_approver_roles(p_kind text, p_author uuid, p_now timestamptz) returns text[]
  language sql stable as $$
  select case when p_kind <> 'setting' then approver_roles(p_kind)
              when exists (select from available_approvers(p_author, '{compliance,admin}', p_now)) then '{compliance,admin}'
              else '{finance}' end
$$;

-- Whether a person can sign in and has a role that approves this kind, of any author.
create function is_approver(p_id uuid, p_kind text) returns boolean language sql stable as $$
  select exists (
    select from person
    where id = p_id and roles && approver_roles(p_kind) and blocked_at is null and frozen_at is null and closed_at is null)
$$;

-- The same for what one author proposes.
create function is_available_approver(p_id uuid, p_kind text, p_author uuid, p_now timestamptz) returns boolean
  language sql stable as $$
  select has_role(p_id, available_approver_roles(p_kind, p_author, p_now))
$$;

-- Why a person may not approve; null when they may. Approver and author are two people who can sign in and have had their
-- roles for a week, were not readmitted by colleagues within a week, did not give the role to each other within 30 days, and
-- did not use the same network or device since the day before the request, unless that is overruled with a reason. Without
-- an author the check is about the first of two who approve a payment.
create function approval_fault(
  p_kind text, p_author uuid, p_approver uuid, p_proposed_at timestamptz, p_at timestamptz, p_overrule text
) returns text language sql stable as $$
  select case
    when p_approver = p_author then 'own'
    when not has_role(p_approver, roles) then 'no_role'
    when role_is_new(p_approver, roles, p_at) then 'role_new'
    when was_readmitted(p_approver, p_at) then 'readmitted'
    when p_author is null then null
    when not has_role(p_author, authors) or role_is_new(p_author, authors, p_at)
      or was_readmitted(p_author, p_at) then 'author'
    when was_granted_role_by(p_approver, p_author, roles, p_at)
      or was_granted_role_by(p_author, p_approver, authors, p_at) then 'owes_role'
    when p_overrule is null and same_network_is_forbidden()
      and same_origin(p_author, p_approver, p_proposed_at - interval '1 day') then 'same_network'
  end
  from available_approver_roles(p_kind, p_author, p_at) roles, authors_of(p_kind) authors
$$;

-- Refuses an approval that the rule does not allow, and returns whether both people used the same network or device. Their
-- rows are locked, so that a change of their roles waits. A request dated in the future counts as made now.
create function require_approver(
  p_kind text, p_author uuid, p_approver uuid, p_proposed_at timestamptz, p_at timestamptz, p_overrule text
) returns boolean language plpgsql as $$
declare
  proposed_at timestamptz := least(p_proposed_at, product_clock());
  fault       text;
begin
  perform require_present(p_at);
  perform from person where id in (p_author, p_approver) order by id for share;
  fault := approval_fault(p_kind, p_author, p_approver, proposed_at, p_at, p_overrule);
  if fault is not null then
    raise exception 'not approved by a second person: %', fault
      using errcode = 'check_violation', constraint = 'approver_may_approve';
  end if;
  return coalesce(same_origin(p_author, p_approver, proposed_at - interval '1 day'), false);
end $$;

-- An approval request begins open and is decided on once; what was requested never changes. Only a second person approves it,
-- and only while its subject is the same as when it was made. For a setting, the number of its version says that.
create function guard_approval_request() returns trigger language plpgsql as $$
declare
  -- The MAC, and columns that follow from the key and have no value in this trigger; and the columns that the decision sets.
  derived  text[] := '{security_mac,transfer_id,offering_id,payment_id}';
  decision text[] := derived || '{state,decided_by,decided_at,decision_note,same_network,overrule,alone_usd}';
begin
  if tg_op = 'INSERT' then
    raise exception 'an approval request begins open'
      using errcode = 'check_violation', constraint = 'approval_request_starts_open';
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - decision is distinct from to_jsonb(old) - decision
     or old.state <> 'open' and to_jsonb(new) - derived is distinct from to_jsonb(old) - derived then
    raise exception 'an approval request never changes, except for its one decision' using errcode = 'restrict_violation';
  end if;
  if new.state = 'open' or old.state <> 'open' then return new; end if;
  if new.state = 'approved' and (new.alone_usd is null or new.decided_by <> new.author_id) then
    new.same_network := require_approver(new.kind, new.author_id, new.decided_by, new.created_at, new.decided_at, new.overrule);
  end if;
  if new.state = 'approved' and new.was <> approval_subject_status(new.kind, new.key, new.client_id, new.decided_at) then
    raise exception 'the subject of the approval request has changed since the request was made'
      using errcode = 'check_violation', constraint = 'approval_request_unchanged';
  end if;
  return new;
end $$;
create trigger approval_request_guard before update or delete on approval_request
  for each row execute function guard_approval_request();
create trigger approval_request_insert_guard before insert on approval_request
  for each row when (new.state <> 'open') execute function guard_approval_request();
