import type { MailServer } from '#contract/settings-values/email.ts';
import { directionOf, type Language } from '#contract/languages.ts';
import type { MailFault } from '#contract/email-names.ts';
import type { App } from '#server/platform/app.ts';
import { sendBy, type Mail } from '#server/platform/email/email.ts';
import { postOf, postThrough } from '#server/platform/email/email-server.ts';
import { refuse } from '#server/platform/refusal.ts';
import { checkMailPassword } from './password.ts';

interface Trial {
  to: string;
  /** Null for the one that holds now. */
  server: MailServer | null;
  language: Language;
}

/**
 * Sends a mail while its asker waits, so that he hears at once what the mail server says.
 * @throws Refusal on `value` `house.mail_password`; `house.mail_none`; `house.mail_failed` with what is wrong
 */
export async function sendTestMail(app: App, { to, server, language }: Trial): Promise<{ status: 'ok' }> {
  await checkMailPassword(app.db, server);
  const post = await (server ? postThrough(app, server) : postOf(app));
  if (!post) throw refuse('house.mail_none');
  await sendBy(post, testMail(app, to, language)).catch((error: unknown) => {
    const fault = faultOf(error);
    // Its words may quote what it was sent.
    app.log.warn({ fault, answer: inShort(error) }, 'the test mail was not sent');
    throw refuse('house.mail_failed', { fault, answer: inShort(error) });
  });
  return { status: 'ok' };
}

function testMail(app: App, to: string, language: Language): Mail {
  const [subject, plain] = (['subject', 'text'] as const).map((part) =>
    app.text(language, `mails.setup_test_${part}`, { address: app.config.appUrl }),
  ) as [string, string];
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><title>${escaped(subject)}</title><p>${escaped(plain)}</p></html>`;
  return { to, language, template: 'setup_test', subject, html, plain };
}

interface SmtpError {
  code?: string;
  /** Of the system or of TLS, where there is one. */
  originalCode?: string;
  responseCode?: number;
  command?: string;
}

/** What is wrong, told by whose fault it is. */
export function faultOf(error: unknown): MailFault {
  const { code, originalCode = '', command } = error as SmtpError;
  if (code === 'EDNS') return 'host';
  if (code === 'EAUTH') return 'login';
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return 'sender';
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return 'silent';
  if (/CERT|ISSUER|VERIFY|ALTNAME|SIGNED/.test(originalCode)) return 'certificate';
  if (code === 'ETLS' || /^(EPROTO|ERR_SSL)/.test(originalCode)) return 'encryption';
  if (/^(ECONN|EHOST|ENET)/.test(originalCode)) return 'refused';
  return 'other';
}

/** Codes alone: words of a mail server may quote what it was sent. */
function inShort(error: unknown): string {
  const { code = 'EUNKNOWN', originalCode = code, responseCode } = error as SmtpError;
  return [originalCode, responseCode].filter(Boolean).join(' ');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
