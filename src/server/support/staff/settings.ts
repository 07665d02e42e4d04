import { IANAZone } from 'luxon';
import type { ResponseOf } from '#contract/api.ts';
import type { SupportSettings } from '#contract/support/settings.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { addWorkingMinutes, nextOpening, type BusinessHours } from '../business-hours.ts';
import { inWords } from './settings-in-words.ts';

const changesShown = 20;

type Stored = SupportSettings & { version: number };

/** The working hours of support and its SLA, with who changed them last. */
export async function readSettings({ db }: App): Promise<ResponseOf<'POST /api/staff/support/settings'>> {
  const { version, ...settings } = await readStored(db);
  const changes = await db.rows<{ by: string; at: Date; details: Record<string, string> }>(sql`
    select p.full_name as by, e.created_at as at, e.details
    from audit_entry e join person p on p.id = e.actor_id
    where e.action = 'support.save_settings' order by e.created_at desc, e.id desc limit ${changesShown}`);
  return { settings, version, changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })) };
}

async function readStored(db: Queries): Promise<Stored> {
  return db.one<Stored>(sql`
    select version, time_zone, warn_minutes, reopen_days, resolve_factor, unread_email_minutes, chat_to_ticket_minutes,
           coalesce((select jsonb_agg(jsonb_build_object('weekday', weekday, 'from_minute', from_minute, 'until_minute', until_minute)
                                      order by weekday, from_minute) from support_hours), '[]') as intervals,
           array(select to_char(day, 'YYYY-MM-DD') from support_holiday order by day) as holidays,
           (select jsonb_agg(jsonb_build_object('tier', tier, 'hours', value::numeric::int) order by tier_rank(tier))
            from tier_benefit where benefit = 'support_hours') as tiers
    from support_setting`);
}

/**
 * The SLA of each tier now, if these were the settings.
 * @throws Refusal `support.time_zone`, `support.hours_overlap`, `support.no_hours`, `support.tier_order`
 */
export function previewSettings(
  { clock }: Pick<App, 'clock'>,
  settings: SupportSettings,
): ResponseOf<'POST /api/staff/support/settings/preview'> {
  refuseNonsense(settings);
  const now = clock.now();
  const hours = hoursOf(settings);
  const opensAt = nextOpening(hours, now);
  const by = (minutes: number) => addWorkingMinutes(hours, now, minutes)?.toISOString() ?? null;
  return {
    open: opensAt?.getTime() === now.getTime(),
    opens_at: opensAt?.toISOString() ?? null,
    slas: settings.tiers.map(({ tier, hours: given }) => ({
      tier,
      reply_by: by(given * 60),
      resolve_by: by(given * 60 * settings.resolve_factor),
    })),
  };
}

/**
 * Changes them from now on; a running SLA stays.
 * @throws Refusal those of `previewSettings`, `support.settings_changed`
 */
export async function saveSettings(
  app: App,
  me: Person,
  { version, ...settings }: SupportSettings & { version: number },
): Promise<{ version: number }> {
  refuseNonsense(settings);
  return app.db.tx(async (tx) => {
    const held = await tx.one<{ version: number }>(sql`select version from support_setting for update`);
    if (held.version !== version) throw refuse('support.settings_changed');
    const { version: _, ...stored } = await readStored(tx);
    const [before, after] = [inWords(stored), inWords(sorted(settings))];
    const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return { version };
    await write(tx, settings);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'support.save_settings',
      details: Object.fromEntries(changed.map((name) => [name, `${before[name]} → ${after[name]}`])),
    });
    return tx.one<{ version: number }>(sql`select version from support_setting`);
  });
}

async function write(tx: Tx, settings: SupportSettings): Promise<void> {
  await tx.run(sql`
    update support_setting
    set time_zone = ${settings.time_zone}, warn_minutes = ${settings.warn_minutes}, reopen_days = ${settings.reopen_days},
        resolve_factor = ${settings.resolve_factor}, unread_email_minutes = ${settings.unread_email_minutes},
        chat_to_ticket_minutes = ${settings.chat_to_ticket_minutes}, version = version + 1`);
  await tx.run(sql`delete from support_hours`);
  await tx.run(sql`
    insert into support_hours (weekday, from_minute, until_minute)
    select * from jsonb_to_recordset(${JSON.stringify(settings.intervals)}::jsonb) as span (weekday int, from_minute int, until_minute int)`);
  await tx.run(sql`delete from support_holiday`);
  await tx.run(sql`
    insert into support_holiday select distinct value::date from jsonb_array_elements_text(${JSON.stringify(settings.holidays)}::jsonb)`);
  await tx.run(sql`
    update tier_benefit b set value = w.hours::text
    from jsonb_to_recordset(${JSON.stringify(settings.tiers)}::jsonb) as w (tier text, hours int)
    where b.tier = w.tier and b.benefit = 'support_hours'`);
}

function refuseNonsense({ time_zone, intervals, tiers }: SupportSettings): void {
  if (!IANAZone.isValidZone(time_zone)) throw refuseField('time_zone', 'support.time_zone');
  const ordered = inOrder(intervals);
  const clashes = ordered.some((span, index) => {
    const next = ordered[index + 1];
    return (
      span.until_minute <= span.from_minute || (next?.weekday === span.weekday && next.from_minute < span.until_minute)
    );
  });
  if (clashes) throw refuseField('intervals', 'support.hours_overlap');
  if (intervals.length === 0) throw refuseField('intervals', 'support.no_hours');
  const hours = tierOrder.map((name) => tiers.find(({ tier }) => tier === name)?.hours ?? Infinity);
  if (hours.some((given, index) => given > (hours[index - 1] ?? 999))) throw refuseField('tiers', 'support.tier_order');
}

/** The lowest first: a higher one never waits longer. */
const tierOrder = ['standard', 'silver', 'gold', 'platinum', 'vip'] as const;

const inOrder = (intervals: SupportSettings['intervals']) =>
  intervals.toSorted((a, b) => a.weekday - b.weekday || a.from_minute - b.from_minute);

const sorted = (settings: SupportSettings): SupportSettings => ({
  ...settings,
  intervals: inOrder(settings.intervals),
  holidays: [...new Set(settings.holidays)].toSorted(),
  tiers: settings.tiers.toSorted((a, b) => tierOrder.indexOf(a.tier) - tierOrder.indexOf(b.tier)),
});

const hoursOf = ({ time_zone, intervals, holidays }: SupportSettings): BusinessHours => ({
  timeZone: time_zone,
  intervals: intervals.map(({ weekday, from_minute, until_minute }) => ({
    weekday,
    fromMinute: from_minute,
    untilMinute: until_minute,
  })),
  holidays: new Set(holidays),
});
