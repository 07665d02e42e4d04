import type { HouseValues } from '#contract/settings-catalogue.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Place, Places, TableKey } from './setting-store.ts';
import { wholeNumberIn } from './whole-number.ts';

type Levels = HouseValues['verification.levels'];

const levels: Place<Levels> = {
  read: (db) =>
    db.one<Levels>(sql`
      select person_level as person, profile_level as profile, phone_level as phone, identity_level as identity,
             residence_level as residence, source_of_funds_level as source_of_funds from verification_setting`),
  check(value) {
    // Else whoever has a level would have the next one too, and all that it allows.
    const asked = new Set<number | null>(Object.values(value));
    const empty = [2, 3, 4].find((level) => !asked.has(level));
    if (empty !== undefined) throw refuseField('value', 'house.level_empty', { level: empty });
    // A document is held against what its owner has declared.
    if (value.person > Math.min(value.identity, value.residence)) throw refuseField('value', 'house.level_person');
    // The rights of its level are for those who have proven who they are and where they live.
    if (value.source_of_funds !== null && value.source_of_funds < Math.max(value.identity, value.residence))
      throw refuseField('value', 'house.level_funds');
  },
  async write(tx, value) {
    await tx.run(sql`
      update verification_setting
      set person_level = ${value.person}, profile_level = ${value.profile}, phone_level = ${value.phone},
          identity_level = ${value.identity}, residence_level = ${value.residence},
          source_of_funds_level = ${value.source_of_funds}, is_to_follow = true`);
  },
};

const table = sql`verification_setting`;

export const verificationPlaces: Places<Extract<TableKey, `verification.${string}`>> = {
  'verification.levels': levels,
  'verification.review_hours': wholeNumberIn(table, sql`review_hours`),
  'verification.lock_minutes': wholeNumberIn(table, sql`lock_minutes`),
  'verification.residence_months': wholeNumberIn(table, sql`residence_months`),
  'verification.least_age': wholeNumberIn(table, sql`least_age`),
};
