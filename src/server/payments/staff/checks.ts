import type { QueueItem } from '#contract/payments-staff.ts';
import { intlTagOf, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { clientState } from '#server/platform/client-state.ts';
import { sql } from '#server/platform/db/sql.ts';
import { moneyText } from '#server/platform/money-format.ts';
import { readAllowance } from '../limits.ts';
import { addHours } from '../rules.ts';
import { readSettings } from '../settings.ts';
import { readStop, tellStop } from '../restrictions.ts';
import { duesBefore, readDues } from '../sources.ts';
import type { DeskRow } from './queue-row.ts';

type Check = QueueItem['checks'][number];

interface Facts {
  /** Blocked, frozen or disputed; null while the profile is open. */
  state: string | null;
  changedAt: Date | null;
  confirmedAt: Date | null;
  sentBefore: boolean;
}

const newDestinationHours = 72;

/** Of a request that was changed past the program, with its approvals and its destination: nobody is to pay by it. */
export const changedCheck = (app: Pick<App, 'text'>, language: Language): Check => ({
  name: 'changed',
  result: 'bad',
  detail: app.text(language, 'names.check_changed'),
});

/** What may be known before somebody decides; findings, no decision. Adjustments have none. */
export async function checksOf(app: App, language: Language, row: DeskRow): Promise<Check[]> {
  if (row.kind === 'adjustment') return [];
  const at = app.clock.now();
  const allowance = await readAllowance(app.db, { clientId: row.clientId, kind: row.kind, at, except: row.id });
  const say = (name: Check['name'], result: Check['result'], params: object = {}): Check => ({
    name,
    result,
    detail: app.text(language, `names.check_${name}`, { ...params, result }),
  });
  const { allowed, level, perMonth, usedMonth } = allowance;
  const left = perMonth === null ? null : perMonth - usedMonth - row.usd;
  const shown = moneyText(language, left === null || left < 0n ? 0n : left, 'USD');
  const stop = await readStop(app.db, { clientId: row.clientId, kind: row.kind, at });
  const why = stop && tellStop(app, language, stop).explanation;
  const common = [
    // A deposit is credited all the same, by whoever knows.
    ...(why === null ? [] : [say('stop', row.kind === 'deposit' ? 'warning' : 'bad', { why })]),
    say('level', allowed ? 'good' : 'bad', { level }),
    ...(left === null ? [] : [say('limits', left < 0n ? 'bad' : 'good', { left: shown })]),
  ];
  return row.kind === 'deposit' ? common : [...common, ...(await withdrawalChecks(app, language, row, say))];
}

async function withdrawalChecks(
  app: App,
  language: Language,
  row: DeskRow,
  say: (name: Check['name'], result: Check['result'], params?: object) => Check,
): Promise<Check[]> {
  const at = app.clock.now();
  const facts = await app.db.one<Facts>(sql`
    select case when c.frozen_at is not null or c.blocked_at is not null then ${clientState} end as state, c.security_changed_at as "changedAt", d.confirmed_at as "confirmedAt",
           exists (select from payment o where o.client_id = p.client_id and o.kind = 'withdrawal' and o.id <> p.id
                   and o.state in ('sent', 'completed')) as "sentBefore"
    from payment p join client c on c.id = p.client_id left join payment_destination d on d.id = p.destination_id
    where p.id = ${row.id}`);
  const { withdrawalRestHours } = await readSettings(app.db);
  const { method, source, usd: usdMinor } = row;
  const before = method ? duesBefore({ method, source, usdMinor }, await readDues(app.db, row.clientId, row.id)) : [];
  const due = before.reduce((sum, each) => sum + each.due, 0n);
  const date = (when: Date | null) =>
    when ? new Intl.DateTimeFormat(intlTagOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(when) : '';
  const since = (when: Date | null, hours: number) => when !== null && addHours(when, hours) > at;
  return [
    ...(facts.state === null ? [] : [say('frozen', 'bad', { state: facts.state })]),
    say('return_to_source', due > 0n ? 'warning' : 'good', { due: moneyText(language, due, 'USD') }),
    say('security_change', since(facts.changedAt, withdrawalRestHours) ? 'bad' : 'good', { at: date(facts.changedAt) }),
    say('destination_age', since(facts.confirmedAt, newDestinationHours) ? 'warning' : 'good', {
      at: date(facts.confirmedAt),
    }),
    say('first_withdrawal', facts.sentBefore ? 'good' : 'warning'),
  ];
}
