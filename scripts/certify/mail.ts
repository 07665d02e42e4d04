import { sql } from '#server/platform/db/sql.ts';
import { until, type Person, type World } from './world.ts';

/** Mails are sent by a job, which a busy machine delays. */
const mailLimitMs = 300_000;

interface Mail {
  subject: string;
  links: string[];
}

/**
 * What is sought in the mails to a client, as the mailbox of the demo shows them, the latest first. A mail that is sought
 * may be behind any number of later ones: a code does not wait in line with notices.
 */
async function found<T>({ url, db }: World, { id }: Person, seek: (mail: Mail) => T | undefined): Promise<T> {
  const { email } = await db.one<{ email: string }>(sql`select email from person where id = ${id}`);
  const read = async (path: string): Promise<unknown> => (await fetch(`${url}/api/demo/mailbox${path}`)).json();
  const seen = new Set<string>();
  const look = async () => {
    const heads = (await read(`?to=${encodeURIComponent(email)}`)) as { id: string }[];
    for (const head of heads.filter((each) => !seen.has(each.id))) {
      const sought = seek((await read(`/${head.id}`)) as Mail);
      if (sought !== undefined) return sought;
      seen.add(head.id);
    }
    return undefined;
  };
  return until('a mail', look, mailLimitMs);
}

/** The secret at the end of the link to a page, in the latest mail that has one. */
export const linkMailed = (world: World, person: Person, page: string): Promise<string> =>
  found(world, person, ({ links: [link] }) => {
    const [secret, at] = (link ?? '').split('/').toReversed();
    return at === page ? secret : undefined;
  });

/** The code of the mail that names a payment, so that no earlier code is taken. */
export const codeMailed = (world: World, person: Person, number: string): Promise<string> =>
  found(world, person, ({ subject, ...mail }) =>
    JSON.stringify(mail).includes(number) ? /\b\d{6}\b/.exec(subject)?.[0] : undefined,
  );
