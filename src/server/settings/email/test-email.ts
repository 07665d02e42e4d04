import type { EmailServer } from '#contract/settings/values/email.ts';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import type { SmtpFault } from '#contract/settings/email-names.ts';
import type { App } from '#server/platform/app.ts';
import { sendBy, type EmailMessage } from '#server/platform/email/email.ts';
import { postOf, postThrough } from '#server/platform/email/email-server.ts';
import { refuse } from '#server/platform/refusal.ts';
import { checkEmailPassword } from './password.ts';

interface Trial {
  to: string;
  /** Null for the one that holds now. */
  server: EmailServer | null;
  language: Language;
}

/**
 * Sends an email while the caller waits, so that the response can say what the mail server said.
 * @throws Refusal on `value` `settings.email_password`; `settings.email_none`; `settings.email_failed` with what is
 * wrong
 */
export async function sendTestEmail(app: App, { to, server, language }: Trial): Promise<{ status: 'ok' }> {
  await checkEmailPassword(app.db, server);
  const post = await (server ? postThrough(app, server) : postOf(app));
  if (!post) throw refuse('settings.email_none');
  await sendBy(post, buildTestEmail(app, to, language)).catch((error: unknown) => {
    const fault = faultOf(error);
    // Its words may quote what it was sent.
    app.log.warn({ fault, response: inShort(error) }, 'the test mail was not sent');
    throw refuse('settings.email_failed', { fault, response: inShort(error) });
  });
  return { status: 'ok' };
}

function buildTestEmail(app: App, to: string, language: Language): EmailMessage {
  const [subject, plain] = (['subject', 'text'] as const).map((part) =>
    app.text(language, `emails.setup_test_${part}`, { address: app.config.appUrl }),
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

/** What is wrong, classified by its cause. */
export function faultOf(error: unknown): SmtpFault {
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

/** Codes alone: the text of a mail server may quote what it was sent. */
function inShort(error: unknown): string {
  const { code = 'EUNKNOWN', originalCode = code, responseCode } = error as SmtpError;
  return [originalCode, responseCode].filter(Boolean).join(' ');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
