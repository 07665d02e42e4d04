import type { AnswerOf } from '#contract/api.ts';
import type { SettingProposal } from '#contract/house-proposals.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { secondsOf } from './second-administrator.ts';

type Row = Omit<SettingProposal, 'created_at' | 'expires_at'> & { createdAt: Date; expiresAt: Date };

/** What waits for another administrator, and whether a change by the asker would. */
export async function readProposals(
  { db, clock }: App,
  me: Client,
): Promise<AnswerOf<'POST /api/staff/settings/proposals'>> {
  const rows = await db.rows<Row>(sql`
    select p.id, p.key, p.was, p.value, p.reason, a.first_name || ' ' || a.second_name as author, a.id = ${me.id} as own,
           p.created_at as "createdAt", p.expires_at as "expiresAt"
    from setting_proposal p join client a on a.id = p.author_id
    where p.state = 'open' and p.expires_at > ${clock.now()} order by p.id`);
  const { needed, confirmers } = await secondsOf(db, me.id, clock.now());
  return {
    proposals: rows.map(({ createdAt, expiresAt, ...row }) => ({
      ...row,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
    second_needed: needed,
    confirmers: confirmers.length,
  };
}
