import { sql, type Sql } from '#server/platform/db/sql.ts';

/** Conversations in which words were found, as a condition on `c`, and the piece of the latest message that has them. */
interface Search {
  condition: Sql;
  hit: Sql;
}

/** Every word by its beginning, in any script; undefined when there are only signs. */
export function searchFor(text: string): Search | undefined {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return undefined;
  const query = sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`;
  // An address in a message is one word in the index; a search for the whole address finds it.
  const message = sql`(m.words @@ ${query} or m.words @@ plainto_tsquery('simple', ${text}))`;
  return {
    condition: sql`c.id in (
      select m.conversation_id from conversation_message m where ${message}
      union all
      select n.id from conversation n
      where search_words(coalesce(n.number, '') || ' ' || coalesce(n.subject, '') || ' ' || coalesce(n.link_label, '')) @@ ${query}
      union all
      select o.id from person k join conversation o on o.client_id = k.id
      where search_words(k.full_name || ' ' || k.email) @@ ${query})`,
    hit: sql`(
      select ts_headline('simple', m.body, ${query}, 'MaxWords=24, MinWords=8, StartSel="", StopSel=""')
      from conversation_message m where m.conversation_id = c.id and ${message} order by m.seq desc limit 1)`,
  };
}
