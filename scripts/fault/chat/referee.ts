import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Device } from './device.ts';

/**
 * Everything that is wrong: on a device or in the books, a message that is missing, duplicated, unsent or in the wrong
 * position.
 */
export async function judge(db: Db, roomId: string, devices: readonly Device[], content: string[]): Promise<string[]> {
  const rows = await db.rows<{ seq: number; body: string }>(
    sql`select seq, body from conversation_message where conversation_id = ${roomId} order by seq`,
  );
  const stored = rows.map(({ body }) => body);
  const problems = compare('database', content, stored);
  for (const { name, talk } of devices) {
    while (talk.store.get().hasEarlier) await talk.earlier();
    const { messages, outgoing } = talk.store.get();
    if (outgoing.length > 0) problems.push(`${name}: ${outgoing.length} were never sent`);
    const shown = messages.map(({ message }) => message);
    problems.push(...compare(name, content, shown));
    if (shown.join() !== stored.join()) problems.push(`${name}: in another order than it was said`);
  }
  return problems;
}

function compare(name: string, content: readonly string[], shown: readonly string[]): string[] {
  const there = new Set(shown);
  const lost = content.filter((text) => !there.has(text));
  const doubled = shown.length - there.size;
  return [
    ...(lost.length > 0 ? [`${name}: ${lost.length} lost, as ${lost.slice(0, 3).join(', ')}`] : []),
    ...(doubled > 0 ? [`${name}: ${doubled} doubled`] : []),
  ];
}
