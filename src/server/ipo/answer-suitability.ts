import type { RequestOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Person } from '#server/platform/session/session.ts';

type Answers = RequestOf<'POST /api/ipo/suitability'>['body'];

/**
 * Stores a client's answers, and returns whether offerings suit the client. The latest answers count, for the
 * configured time.
 */
export async function submitSuitability(
  { db, clock }: App,
  me: Pick<Person, 'id'>,
  answers: Answers,
): Promise<{ suitable: boolean }> {
  const suitable = isSuitable(answers);
  await db.run(sql`
    insert into ipo_suitability (id, client_id, answers, suitable, at)
    values (${newId()}, ${me.id}, ${JSON.stringify(answers)}::jsonb, ${suitable}, ${clock.now()})`);
  return { suitable };
}

/**
 * Suitable is a client who knows the product and does not put most of their savings into it. Without experience the
 * limit is a tenth.
 */
function isSuitable(answers: Answers): boolean {
  const { experience, allotment_is_uncertain, lock_up_means, worst_case, share_of_savings } = answers;
  const understands = allotment_is_uncertain === 'true' && lock_up_means === 'cannot_sell' && worst_case === 'lose_all';
  const bears = share_of_savings === 'below_tenth' || (share_of_savings === 'below_half' && experience !== 'none');
  return understands && bears;
}
