import { Parser } from 'htmlparser2';
import { applicantDomain } from '#server/ipo/demo/simulated-applicants.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isId } from '#server/platform/id.ts';
import { notFound } from '#server/platform/refusal.ts';

interface Head {
  id: string;
  to: string;
  subject: string;
  language: string;
  at: Date;
}

interface Row extends Head {
  html: string;
  plain: string;
}

/** The latest emails, of one address if given; otherwise without those to the simulated applicants. */
export async function listEmails(app: App, to: string | undefined) {
  const rows = await app.db.rows<Head>(sql`
    select id, to_address as to, subject, language, sent_at as at from mailbox_email
    where case when ${to ?? null}::text is null then to_address not like ${`%@${applicantDomain}`} else to_address = lower(${to ?? null}) end
    order by sent_at desc, id desc limit 100`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function readEmail(app: App, id: string) {
  const row = await find(app, id);
  const links = [...new Set([...row.plain.matchAll(/https?:\/\/\S+/g)].map(([address]) => address))];
  return {
    id: row.id,
    to: row.to,
    subject: row.subject,
    language: row.language,
    plain: row.plain,
    links,
    words: links.map((link) => wordsOf(row.html, link)),
    at: row.at.toISOString(),
  };
}

/** What the email's own link or button to an address says; nothing where only the address stands. */
function wordsOf(html: string, link: string): string | null {
  const texts: string[] = [];
  let isOfLink = false;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name !== 'a') return;
      isOfLink = href === link;
      if (isOfLink) texts.push('');
    },
    ontext(text) {
      if (isOfLink) texts.push(`${texts.pop()}${text}`);
    },
    onclosetag(name) {
      if (name === 'a') isOfLink = false;
    },
  });
  parser.end(html);
  return texts.map((text) => text.trim()).find((text) => text !== '' && !text.startsWith('http')) ?? null;
}

async function find(app: App, id: string): Promise<Row> {
  const row = await app.db.maybeOne<Row>(sql`
    select id, to_address as to, subject, language, html, plain, sent_at as at from mailbox_email where id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/** An email's HTML runs nothing, loads nothing but the operator's image, and only our own page may frame it. */
const policyOf = ({ appUrl }: App['config']) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data: ${appUrl}/api/brand/`,
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');

/** The page that the mailbox shows in its frame. */
export function serveEmailPage(app: App): void {
  app.http.get<{ Params: { id: string } }>('/api/demo/mailbox/:id/html', async (request, reply) => {
    if (!app.config.demo || !isId(request.params.id)) throw notFound();
    const { html } = await find(app, request.params.id);
    const headers = {
      'content-security-policy': policyOf(app.config),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    };
    return reply.headers(headers).type('text/html; charset=utf-8').send(html);
  });
}
