import { deviceName } from '#server/platform/session/device-name.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';

/** The person's own data. */
export const profileData: readonly PersonalDataList[] = [
  {
    name: 'person',
    tables: ['person', 'client_manager', 'imported_client'],
    rows: (id) => sql`
      select id, email, email_verified_at, first_name, second_name, phone, country, address, language, number_style, theme,
             verification_level, created_at, blocked_at, frozen_at, closed_at,
             (select m.full_name from client_manager k join person m on m.id = k.manager_id
              where k.client_id = person.id) as personal_manager,
             (select outside_id from imported_client where client_id = person.id) as number_in_former_system
      from person where id = ${id}`,
  },
  {
    // Set by staff in place of the operator's rule.
    name: 'own_limits',
    tables: ['client_override'],
    rows: (id) => sql`
      select kind, max_accounts, per_operation, per_day, per_month, 'USD' as currency, until, reason, set_at
      from client_override where client_id = ${id} order by kind`,
    money: { per_operation: 'currency', per_day: 'currency', per_month: 'currency' },
  },
  {
    // For staff: what they may deal in for their own account.
    name: 'dealing_exceptions',
    tables: ['dealing_exception'],
    rows: (id) => sql`
      select e.scope, p.reason, e.until, e.started_at, e.ended_at
      from dealing_exception e join approval_request p on p.id = e.approval_request_id where e.client_id = ${id} order by e.started_at, e.id`,
  },
];

type Session = { user_agent: string | null; address: string | null; created_at: Date; last_seen_at: Date | null };
type Passkey = { name: string; created_at: Date; used_at: Date | null };

/** How and from where the person signs in. Secrets are listed by their existence, never by value. */
export const signInData: readonly PersonalDataList[] = [
  {
    name: 'sessions',
    tables: ['session'],
    rows: (id) => sql`
      select id, address, user_agent, remember, issued_by is not null as issued_by_staff, created_at, last_seen_at, expires_at, revoked_at
      from session where person_id = ${id} order by created_at, id`,
    paper: onPaper<Session>('profile.data_of_sign_in', [
      {
        header: 'staff.device',
        width: 34,
        cell: ({ user_agent }, { text }) => deviceName(user_agent) ?? text('profile.device_unknown'),
      },
      { header: 'staff.network_address', width: 22, cell: ({ address }) => address ?? '' },
      { header: 'staff.session_started', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      { header: 'staff.session_seen', width: 22, cell: ({ last_seen_at }, { time }) => time(last_seen_at) },
    ]),
  },
  {
    name: 'failed_attempts',
    tables: ['security_event'],
    rows: (id) => sql`
      select kind, address, device, minute, times from security_event where person_id = ${id} order by minute, id`,
  },
  {
    name: 'devices',
    tables: ['device_fingerprint'],
    rows: (id) => sql`
      select kind, visitor_id, timezone, platform, user_agent, created_at
      from device_fingerprint where person_id = ${id} order by created_at, id`,
  },
  {
    name: 'single_sign_on',
    tables: ['staff_identity'],
    rows: (id) => sql`
      select issuer, subject, created_at, removed_at from staff_identity where person_id = ${id} order by created_at, id`,
  },
  {
    name: 'authenticator_apps',
    tables: ['totp'],
    rows: (id) => sql`select created_at, confirmed_at from totp where person_id = ${id}`,
  },
  {
    name: 'recovery_codes',
    tables: ['recovery_code'],
    rows: (id) =>
      sql`select created_at, used_at from recovery_code where person_id = ${id} order by created_at, used_at`,
  },
  {
    name: 'passkeys',
    tables: ['passkey'],
    rows: (id) => sql`
      select id, name, synced, transports, created_at, used_at, revoked_at from passkey where person_id = ${id} order by created_at`,
    paper: onPaper<Passkey>('profile.passkeys_title', [
      { header: 'profile.passkey_name', width: 56, cell: ({ name }) => name },
      { header: 'payments.added', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      { header: 'staff.session_seen', width: 22, cell: ({ used_at }, { time }) => time(used_at) },
    ]),
  },
  {
    name: 'mailed_links',
    tables: ['one_time_token'],
    rows: (id) => sql`
      select purpose, email, issued_by is not null as issued_by_staff, created_at, expires_at, used_at, voided_at
      from one_time_token where person_id = ${id} order by created_at`,
  },
  {
    name: 'email_changes',
    tables: ['email_change'],
    rows: (id) => sql`
      select email, former_email, requested_by is not null as asked_by_staff, requested_at, expires_at, confirmed_at, ended_at
      from email_change where person_id = ${id} order by requested_at, id`,
  },
  {
    name: 'known_devices',
    tables: ['known_device'],
    rows: (id) => sql`select created_at, seen_at from known_device where person_id = ${id} order by created_at`,
  },
  {
    name: 'known_countries',
    tables: ['known_country'],
    rows: (id) => sql`select country, created_at from known_country where person_id = ${id} order by created_at`,
  },
];
