import { sql } from '#server/platform/db/sql.ts';
import type { World } from '../world.ts';
import type { Sms } from './path.ts';

interface Row {
  id: string;
  messageId: string | null;
  delivery: string;
}

/** What a message at the provider may be in Atrium; a report that was forged leaves it at sent. */
const fits: Record<string, readonly string[]> = {
  delivered: ['delivered', 'sent'],
  sent: ['sent'],
  failed: ['failed'],
};

/** Compares the messages of both sides: none more at the provider than codes, and each with the state that it has there. */
export async function messageBooks({ db }: World, { messages }: Sms, connectionId: string): Promise<string[]> {
  const own = await db.rows<Row>(sql`
    select id, message_id as "messageId", delivery from verification_phone_code where connection_id = ${connectionId}`);
  const bySid = new Map(messages.map((each) => [each.sid, each]));
  const problems = own.flatMap(({ id, messageId, delivery }) => {
    if (delivery === 'sending' || delivery === 'unknown') return [`code ${id} has not ended: ${delivery}`];
    if (messageId === null) return delivery === 'failed' ? [] : [`code ${id} is ${delivery} without a message`];
    const there = bySid.get(messageId)?.status ?? 'missing';
    return fits[there]?.includes(delivery) ? [] : [`code ${id} is ${delivery}, and ${there} at the provider`];
  });
  const known = own.flatMap(({ messageId }) => messageId ?? []);
  if (new Set(known).size !== known.length) problems.push('two codes have one message');
  if (messages.length > own.length) problems.push(`${messages.length} messages for ${own.length} codes`);
  return problems;
}
