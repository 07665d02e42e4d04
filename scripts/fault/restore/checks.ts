import pg from 'pg';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyAudit } from '#server/platform/audit/verify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { scripts } from '#test/database/scripts.ts';

const silent = { info() {}, warn() {}, error() {} };

/** Writes a message in each script into a conversation of the demo. */
export async function writeScripts(url: string): Promise<void> {
  const rows = await request(
    url,
    `insert into conversation_message (conversation_id, seq, client_seq, id, author_id, kind, body, sent_at)
     select one.id, 1000 + n, 1000 + n, gen_random_uuid(), person_id, 'text', value, now()
     from (select c.id, p.person_id from conversation c join conversation_participant p on p.conversation_id = c.id limit 1) one,
       json_each_text($1) with ordinality as text (key, value, n)
     returning seq`,
    [JSON.stringify(scripts)],
  );
  if (rows.length !== Object.keys(scripts).length) throw new Error('the demo has no conversation to write into');
}

/** What differs from the source, although the restore found every row: texts, columns that PostgreSQL computes, search, books. */
export async function differences(url: string): Promise<string[]> {
  const texts = await request<{ body: string; found: boolean }>(
    url,
    `select body, words @@ plainto_tsquery('simple', body) as found from conversation_message where seq > 1000 order by seq`,
  );
  const wanted = Object.values(scripts);
  const db = connect(url, silent, { secrets: readConfig({}) });
  try {
    const { findings } = await db.snapshot((tx) => verifyLedger(tx));
    const { breach } = await db.snapshot((tx) => verifyAudit(tx));
    return [
      ...wanted.filter((text, nth) => texts[nth]?.body !== text).map((text) => `text: ${text}`),
      ...texts.filter(({ found }) => !found).map(({ body }) => `not found by its own words: ${body}`),
      ...(await wronglyComputed(url)),
      ...findings.flatMap((finding) => (finding.breach ? [`${finding.invariant}: ${finding.breach.why}`] : [])),
      ...(breach ? [`audit log: ${breach.why}`] : []),
    ];
  } finally {
    await db.close();
  }
}

/** Columns with a value that this server would not compute. */
async function wronglyComputed(url: string): Promise<string[]> {
  const columns = await request<{ name: string; statement: string }>(
    url,
    `select d.adrelid::regclass || '.' || a.attname as name,
            format('select count(*)::int as n from %s where %I is distinct from (%s)', d.adrelid::regclass, a.attname,
                   pg_get_expr(d.adbin, d.adrelid)) as statement
     from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum where a.attgenerated = 's'`,
  );
  if (columns.length === 0) throw new Error('the schema has no column that PostgreSQL computes');
  const wrong: string[] = [];
  for (const { name, statement } of columns) {
    const [row] = await request<{ n: number }>(url, statement);
    if (row?.n !== 0) wrong.push(`${name}: ${row?.n} rows differ from what this server computes`);
  }
  return wrong;
}

export async function request<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}
