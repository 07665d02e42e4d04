import { directionOf, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { openMail } from '#server/platform/mail/mail.ts';
import { refuse } from '#server/platform/refusal.ts';

/**
 * Sends a mail while its asker waits, so that he hears at once what the mail server says.
 * @throws Refusal `setup.no_mail`; `setup.mail_failed` with what the server answered in short
 */
export async function sendTestMail(app: App, to: string, language: Language): Promise<{ status: 'ok' }> {
  if (!app.config.smtpUrl) throw refuse('setup.no_mail');
  const [subject, plain] = (['subject', 'text'] as const).map((part) =>
    app.text(language, `mails.setup_test_${part}`, { address: app.config.appUrl }),
  ) as [string, string];
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><title>${escaped(subject)}</title><p>${escaped(plain)}</p></html>`;
  const send = openMail(app);
  await send({ to, language, template: 'setup_test', subject, html, plain }).catch((error: unknown) => {
    app.log.warn({ err: error }, 'the test mail was not sent');
    throw refuse('setup.mail_failed', { answer: inShort(error) });
  });
  return { status: 'ok' };
}

/** Codes alone: words of a mail server may quote what it was sent. */
function inShort(error: unknown): string {
  const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter(Boolean).join(' ');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
