import { sql, type Sql } from './sql.ts';

/** Finds the first trigger of any table that is switched off. */
export const triggerThatIsOff: Sql = sql`
  select format('trigger %s of %s', tgname, tgrelid::regclass) as row, 'it is switched off' as why
  from pg_trigger where not tgisinternal and tgenabled not in ('O', 'A') order by tgname limit 1`;

/**
 * Finds the first of these triggers that is missing or switched off, as columns `row` and `why`: changes that it should
 * have refused may have been made since, without a trace in any row.
 */
export function guardThatIsOff(names: readonly string[]): Sql {
  return sql`
    select format('trigger %s', guard) as row, case when t.tgname is null then 'it is missing' else 'it is switched off' end as why
    from unnest(${names}::text[]) guard left join pg_trigger t on t.tgname = guard and not t.tgisinternal
    where t.tgname is null or t.tgenabled not in ('O', 'A')
    order by guard limit 1`;
}
