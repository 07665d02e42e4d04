import { expect, type BrowserContext } from '@playwright/test';
import { call } from './api.ts';

/** The link to a screen, such as `/restore-code/`, in a mail to somebody, once it has arrived in the demo's mailbox. */
export async function mailedLink(screen: string, context: BrowserContext, to: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => (found = (await allLinks(context, to)).find((link) => link.includes(screen))), {
      message: `a link to ${screen} in a mail to ${to}`,
    })
    .toBeDefined();
  return found ?? '';
}

async function allLinks(context: BrowserContext, to: string): Promise<string[]> {
  const heads = await call(context, 'GET /api/demo/mailbox', { query: { to } });
  const mails = heads.map(({ id }) => call(context, 'GET /api/demo/mailbox/:id', { params: { id } }));
  return (await Promise.all(mails)).flatMap(({ links }) => links);
}
