import { deviceName } from '#server/platform/device-name.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type KeptList } from '#server/platform/personal-data.ts';

/** Who somebody is. */
export const profileData: readonly KeptList[] = [
  {
    name: 'person',
    tables: ['client', 'client_manager'],
    rows: (id) => sql`
      select id, email, email_verified_at, first_name, second_name, phone, country, address, language, number_style, theme,
             verification_level, created_at, blocked_at, frozen_at, closed_at,
             (select m.first_name || ' ' || m.second_name from client_manager k join client m on m.id = k.manager_id
              where k.client_id = client.id) as personal_manager
      from client where id = ${id}`,
  },
  {
    // Set by staff instead of the house's rule.
    name: 'own_limits',
    tables: ['client_override'],
    rows: (id) => sql`
      select kind, most_accounts, per_operation, per_day, per_month, 'USD' as currency, until, reason, set_at
      from client_override where client_id = ${id} order by kind`,
    money: { per_operation: 'currency', per_day: 'currency', per_month: 'currency' },
  },
  {
    // Of somebody who works here: what they may deal in on their own account.
    name: 'dealing_exceptions',
    tables: ['dealing_exception'],
    rows: (id) => sql`
      select e.scope, p.reason, e.until, e.began_at, e.ended_at
      from dealing_exception e join proposal p on p.id = e.proposal_id where e.client_id = ${id} order by e.began_at, e.id`,
  },
];

type Session = { user_agent: string | null; address: string | null; created_at: Date; last_seen_at: Date | null };
type Passkey = { name: string; created_at: Date; used_at: Date | null };

/** How and from where he signs in. Of secrets it says that there are some, and never what they are. */
export const signInData: readonly KeptList[] = [
  {
    name: 'sessions',
    tables: ['session'],
    rows: (id) => sql`
      select id, address, user_agent, remember, issued_by is not null as issued_by_staff, created_at, last_seen_at, expires_at, revoked_at
      from session where client_id = ${id} order by created_at, id`,
    paper: onPaper<Session>('settings.data_of_sign_in', [
      {
        header: 'staff.device',
        width: 34,
        cell: ({ user_agent }, { text }) => deviceName(user_agent) ?? text('settings.device_unknown'),
      },
      { header: 'staff.network_address', width: 22, cell: ({ address }) => address ?? '' },
      { header: 'staff.session_begun', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      { header: 'staff.session_seen', width: 22, cell: ({ last_seen_at }, { time }) => time(last_seen_at) },
    ]),
  },
  {
    name: 'failed_attempts',
    tables: ['security_event'],
    rows: (id) => sql`
      select kind, address, device, minute, times from security_event where client_id = ${id} order by minute, id`,
  },
  {
    name: 'devices',
    tables: ['device_fingerprint'],
    rows: (id) => sql`
      select kind, visitor_id, timezone, platform, user_agent, created_at
      from device_fingerprint where client_id = ${id} order by created_at, id`,
  },
  {
    name: 'authenticator_apps',
    tables: ['totp'],
    rows: (id) => sql`select created_at, confirmed_at from totp where client_id = ${id}`,
  },
  {
    name: 'recovery_codes',
    tables: ['recovery_code'],
    rows: (id) =>
      sql`select created_at, used_at from recovery_code where client_id = ${id} order by created_at, used_at`,
  },
  {
    name: 'passkeys',
    tables: ['passkey'],
    rows: (id) => sql`
      select id, name, synced, transports, created_at, used_at, revoked_at from passkey where client_id = ${id} order by created_at`,
    paper: onPaper<Passkey>('settings.passkeys_title', [
      { header: 'settings.passkey_name', width: 56, cell: ({ name }) => name },
      { header: 'payments.added', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      { header: 'staff.session_seen', width: 22, cell: ({ used_at }, { time }) => time(used_at) },
    ]),
  },
  {
    name: 'mailed_links',
    tables: ['one_time_token'],
    rows: (id) => sql`
      select purpose, email, issued_by is not null as issued_by_staff, created_at, expires_at, used_at, voided_at
      from one_time_token where client_id = ${id} order by created_at`,
  },
  {
    name: 'email_changes',
    tables: ['email_change'],
    rows: (id) => sql`
      select email, former_email, asked_by is not null as asked_by_staff, asked_at, expires_at, confirmed_at, ended_at
      from email_change where client_id = ${id} order by asked_at, id`,
  },
  {
    name: 'known_devices',
    tables: ['known_device'],
    rows: (id) => sql`select created_at, seen_at from known_device where client_id = ${id} order by created_at`,
  },
  {
    name: 'known_countries',
    tables: ['known_country'],
    rows: (id) => sql`select country, created_at from known_country where client_id = ${id} order by created_at`,
  },
];
