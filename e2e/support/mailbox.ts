import { expect, type BrowserContext } from '@playwright/test';
import { call } from './api.ts';

/** Mails wait in a queue of the server, which a busy machine delays. */
const timeout = 90_000;

/**
 * The link to a screen, such as `/restore-code/`, in an email to a person, once it has arrived in the demo's mailbox.
 */
export async function emailedLink(screen: string, context: BrowserContext, to: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => (found = (await allLinks(context, to)).find((link) => link.includes(screen))), {
      message: `a link to ${screen} in a mail to ${to}`,
      timeout,
    })
    .toBeDefined();
  return found ?? '';
}

/** The code of so many digits in an email to a person, once it has arrived in the demo's mailbox. */
export async function emailedCode(digits: number, context: BrowserContext, to: string): Promise<string> {
  let found: string | undefined;
  const pattern = new RegExp(`(?<![\\w-])\\d{${digits}}(?!\\w)`);
  await expect
    .poll(
      async () => (found = (await emailsTo(context, to)).map(({ plain }) => pattern.exec(plain)?.[0]).find(Boolean)),
      { message: `a code of ${digits} digits in a mail to ${to}`, timeout },
    )
    .toBeDefined();
  return found ?? '';
}

async function allLinks(context: BrowserContext, to: string): Promise<string[]> {
  return (await emailsTo(context, to)).flatMap(({ links }) => links);
}

async function emailsTo(context: BrowserContext, to: string) {
  const heads = await call(context, 'GET /api/demo/mailbox', { query: { to } });
  return Promise.all(heads.map(({ id }) => call(context, 'GET /api/demo/mailbox/:id', { params: { id } })));
}
