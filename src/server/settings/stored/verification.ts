import type { SettingValues } from '#contract/settings/catalogue.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { SettingStore, SettingStores, TableKey } from './setting-store.ts';
import { wholeNumberIn } from './whole-number.ts';

type Levels = SettingValues['verification.levels'];

const levels: SettingStore<Levels> = {
  read: (db) =>
    db.one<Levels>(sql`
      select person_level as person, profile_level as profile, phone_level as phone, identity_level as identity,
             residence_level as residence, source_of_funds_level as source_of_funds from verification_setting`),
  check(value) {
    // Otherwise a client with one level would have the next one too, and all that it allows.
    const usedLevels = new Set<number | null>(Object.values(value));
    const empty = [2, 3, 4].find((level) => !usedLevels.has(level));
    if (empty !== undefined) throw refuseField('value', 'settings.level_empty', { level: empty });
    // A document is held against what its owner has declared.
    if (value.person > Math.min(value.identity, value.residence)) throw refuseField('value', 'settings.level_person');
    // The rights of its level are for clients who have proven their identity and residence.
    if (value.source_of_funds !== null && value.source_of_funds < Math.max(value.identity, value.residence))
      throw refuseField('value', 'settings.level_funds');
  },
  async write(tx, value) {
    await tx.run(sql`
      update verification_setting
      set person_level = ${value.person}, profile_level = ${value.profile}, phone_level = ${value.phone},
          identity_level = ${value.identity}, residence_level = ${value.residence},
          source_of_funds_level = ${value.source_of_funds}, levels_pending = true`);
  },
};

const table = sql`verification_setting`;

export const verificationStores: SettingStores<Extract<TableKey, `verification.${string}`>> = {
  'verification.levels': levels,
  'verification.review_hours': wholeNumberIn(table, sql`review_hours`),
  'verification.lock_minutes': wholeNumberIn(table, sql`lock_minutes`),
  'verification.residence_months': wholeNumberIn(table, sql`residence_months`),
  'verification.min_age': wholeNumberIn(table, sql`min_age`),
  'verification.codes_per_country': wholeNumberIn(table, sql`codes_per_country`),
};
