import type { RiskRating } from '#contract/clients/risk-names.ts';
import type { ApprovalCondition } from '#contract/payments/names.ts';
import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { intlTagOf } from '#contract/kernel/languages.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import { dateFormat } from '#contract/kernel/text/date-format.ts';
import type { App } from '#server/platform/app.ts';
import { clientState } from '#server/platform/people/client-state.ts';
import { sql } from '#server/platform/db/sql.ts';
import { moneyText } from '#server/platform/formats/money-format.ts';
import { otherUsersOf } from '../destinations/other-users.ts';
import { readAllowance } from '../limits.ts';
import { methodsByAccount } from '../methods.ts';
import { addHours } from '../rules.ts';
import { readSettings } from '../settings.ts';
import { readPause, formatRestriction } from '../restrictions.ts';
import { duesBefore, readDues } from '../withdrawals/sources.ts';
import type { StoredQueueRow } from './queue-row.ts';

type Check = QueueItem['checks'][number];

interface Facts {
  /** Blocked, frozen or disputed; null while the profile is open. */
  state: string | null;
  changedAt: Date | null;
  confirmedAt: Date | null;
  sentBefore: boolean;
  fingerprint: string | null;
  risk: RiskRating | null;
  /** What the rules of automatic approval said; null where none were in effect. */
  byRules: { rule: string | null; missed: ApprovalCondition | null; version: number } | null;
}

const newDestinationHours = 72;

/** A request that was changed past the program, with its approvals and its destination: staff must not pay by it. */
export const changedCheck = (app: Pick<App, 'text'>, language: Language): Check => ({
  name: 'changed',
  result: 'bad',
  detail: app.text(language, 'names.check_changed'),
});

const inList = (language: Language, names: readonly string[]) => ({
  names: new Intl.ListFormat(intlTagOf(language)).format(names),
});

/** Facts to know before a decision; they are findings, not a decision. Adjustments have none. */
export async function checksOf(app: App, reader: Reader, row: StoredQueueRow): Promise<Check[]> {
  const { language } = reader;
  if (row.kind === 'adjustment') return [];
  const at = app.clock.now();
  const { clientId, kind } = row;
  const [allowance, restriction] = await Promise.all([
    readAllowance(app.db, { clientId, kind, at, except: row.id }),
    readPause(app, app.db, { clientId, kind, at }),
  ]);
  const send = (name: Check['name'], result: Check['result'], params: object = {}): Check => ({
    name,
    result,
    detail: app.text(language, `names.check_${name}`, { ...params, result }),
  });
  const { allowed, level, perMonth, usedMonth } = allowance;
  const left = perMonth === null ? null : perMonth - usedMonth - row.usd;
  const shown = moneyText(reader, left === null || left < 0n ? 0n : left, 'USD');
  const why = restriction && formatRestriction(app, language, restriction).explanation;
  const common = [
    // Staff who know of the restriction can still credit a deposit.
    ...(why === null ? [] : [send('restriction', row.kind === 'deposit' ? 'warning' : 'bad', { why })]),
    send('level', allowed ? 'good' : 'bad', { level }),
    ...(left === null ? [] : [send('limits', left < 0n ? 'bad' : 'good', { left: shown })]),
  ];
  if (row.kind === 'withdrawal') return [...common, ...(await withdrawalChecks(app, reader, row, send))];
  const others = await otherUsersOf(app.db, row.source, clientId);
  return others.length === 0 ? common : [...common, send('shared', 'warning', inList(language, others))];
}

async function withdrawalChecks(
  app: App,
  reader: Reader,
  row: StoredQueueRow,
  send: (name: Check['name'], result: Check['result'], params?: object) => Check,
): Promise<Check[]> {
  const at = app.clock.now();
  const facts = await app.db.one<Facts>(sql`
    select case when c.frozen_at is not null or c.blocked_at is not null then ${clientState} end as state, c.security_changed_at as "changedAt", d.confirmed_at as "confirmedAt",
           c.risk_rating as risk, d.fingerprint,
           exists (select from payment o where o.client_id = p.client_id and o.kind = 'withdrawal' and o.id <> p.id
                   and o.state in ('sent', 'completed')) as "sentBefore",
           (select jsonb_build_object('rule', n.rule, 'missed', n.missed, 'version', v.number)
            from automatic_approval n join setting_version v on v.id = n.version_id where n.payment_id = p.id) as "byRules"
    from payment p join person c on c.id = p.client_id left join payment_destination d on d.id = p.destination_id
    where p.id = ${row.id}`);
  const { withdrawalCoolingOffHours } = await readSettings(app.db);
  const others = await otherUsersOf(app.db, facts.fingerprint, row.clientId);
  const paying = await payingAccounts(app, row, facts.fingerprint);
  const { method, source, usd: usdMinor } = row;
  const before = method ? duesBefore({ method, source, usdMinor }, await readDues(app.db, row.clientId, row.id)) : [];
  const due = before.reduce((sum, each) => sum + each.due, 0n);
  const inWords = ({ rule, missed: condition, version }: NonNullable<Facts['byRules']>) => ({
    rule: rule ?? 'none',
    version,
    missed: condition === null ? '' : app.text(reader.language, 'names.missed_condition', { condition }),
  });
  const date = (when: Date | null) =>
    when ? dateFormat(reader.language, { dateStyle: 'medium', timeZone: 'UTC' })(when) : '';
  const since = (when: Date | null, hours: number) => when !== null && addHours(when, hours) > at;
  return [
    ...(facts.state === null ? [] : [send('frozen', 'bad', { state: facts.state })]),
    ...(facts.risk === null ? [] : [send('risk', facts.risk === 'high' ? 'warning' : 'good', { risk: facts.risk })]),
    send('return_to_source', due > 0n ? 'warning' : 'good', { due: moneyText(reader, due, 'USD') }),
    ...(paying
      ? [send('paying_account', paying.isOne ? 'good' : 'warning', inList(reader.language, paying.labels))]
      : []),
    send('security_change', since(facts.changedAt, withdrawalCoolingOffHours) ? 'bad' : 'good', {
      at: date(facts.changedAt),
    }),
    send('destination_age', since(facts.confirmedAt, newDestinationHours) ? 'warning' : 'good', {
      at: date(facts.confirmedAt),
    }),
    send('first_withdrawal', facts.sentBefore ? 'good' : 'warning'),
    send('shared', others.length === 0 ? 'good' : 'warning', inList(reader.language, others)),
    ...(facts.byRules
      ? [send('rules', facts.byRules.missed === null ? 'good' : 'warning', inWords(facts.byRules))]
      : []),
  ];
}

/** So many of the latest deposits are asked for their accounts, and so many accounts are named. */
const latest = 100;
const named = 3;

/** Whether a client has paid in from the account of a withdrawal, and from which; null where no deposit has named one. */
async function payingAccounts({ db }: App, { clientId, method }: StoredQueueRow, fingerprint: string | null) {
  if (method === null || methodsByAccount.includes(method)) return null;
  const { isOne, labels } = await db.one<{ isOne: boolean; labels: string[] }>(sql`
    select exists (select from payment p where p.source = ${fingerprint} and p.client_id = ${clientId} and ${isPaid}) as "isOne",
           array(select l.label from (
             select p.source_label as label, max(p.created_at) as at from (
               select * from payment p
               where p.client_id = ${clientId} and p.kind = 'deposit' and p.method = ${method} and p.source is not null
               order by p.created_at desc limit ${latest}) p
             where ${isPaid} group by p.source_label order by at desc limit ${named}) l) as labels`);
  return isOne || labels.length > 0 ? { isOne, labels } : null;
}

const isPaid = sql`p.kind = 'deposit' and p.state = 'credited'`;
