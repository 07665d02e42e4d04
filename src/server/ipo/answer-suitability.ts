import type { RequestOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Client } from '#server/platform/session.ts';

type Answers = RequestOf<'POST /api/ipo/suitability'>['body'];

/** Keeps a client's answers, and says whether offerings suit him by them. The latest count, for as long as is set. */
export async function answerSuitability(
  { db, clock }: App,
  me: Pick<Client, 'id'>,
  answers: Answers,
): Promise<{ suitable: boolean }> {
  const suitable = isSuitable(answers);
  await db.run(sql`
    insert into ipo_suitability (id, client_id, answers, suitable, at)
    values (${newId()}, ${me.id}, ${JSON.stringify(answers)}::jsonb, ${suitable}, ${clock.now()})`);
  return { suitable };
}

/** Whoever knows what he would buy, and would not put most of his savings into it. Without experience a tenth is the most. */
function isSuitable(answers: Answers): boolean {
  const { experience, allotment_is_uncertain, lock_up_means, worst_case, share_of_savings } = answers;
  const understands = allotment_is_uncertain === 'true' && lock_up_means === 'cannot_sell' && worst_case === 'lose_all';
  const bears = share_of_savings === 'below_tenth' || (share_of_savings === 'below_half' && experience !== 'none');
  return understands && bears;
}
