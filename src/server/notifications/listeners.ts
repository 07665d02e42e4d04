import { tokenLifetimeMs } from '#contract/constants.ts';
import { issueToken, type TokenPurpose } from '#server/auth/one-time-token.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openMail } from '#server/platform/mail/mail.ts';
import { noticeListeners } from './notice-listeners.ts';
import { ipoListeners } from './ipo-listeners.ts';
import { paymentListeners, type Write } from './payment-listeners.ts';
import { portfolioListeners } from './portfolio-listeners.ts';
import { securityListeners } from './security-listeners.ts';
import { sendLetter, type Addressee, type LetterName } from './send-letter.tsx';
import { supportListeners } from './support-listeners.ts';
import { tradingListeners } from './trading-listeners.ts';

interface Recipient extends Addressee {
  id: string;
  emailVerifiedAt: Date | null;
}

type By = { id: string } | { email: string };

/**
 * Mails what happened. Links are made here, at the moment of sending, so that their secret is never stored. An event that
 * is delivered twice sends a second mail, whose newer link voids the first.
 */
export function notificationListeners(app: App): void {
  const send = openMail(app);

  const find = (by: By) =>
    app.db.maybeOne<Recipient>(sql`
      select id, email, first_name as "firstName", language, email_verified_at as "emailVerifiedAt" from client
      where blocked_at is null
        and (id = ${'id' in by ? by.id : null}::uuid or email = ${'email' in by ? by.email : null}::text)`);

  const issue = (to: Recipient, purpose: TokenPurpose, lifetimeMs: number) =>
    app.db.tx((tx) => issueToken(tx, app.clock, { purpose, clientId: to.id, email: to.email, lifetimeMs }));

  async function sendVerification(name: LetterName, by: By): Promise<void> {
    const to = await find(by);
    if (!to || to.emailVerifiedAt) return;
    const { token } = await issue(to, 'email_verification', tokenLifetimeMs.emailVerification);
    const hours = tokenLifetimeMs.emailVerification / 3_600_000;
    await sendLetter(app, send, name, to, { path: `/email/verify/${token}`, params: { hours } });
  }

  app.outbox.on('auth.registered', ({ clientId }) => sendVerification('welcome', { id: clientId }));
  app.outbox.on('auth.verification_asked', ({ email }) => sendVerification('verify_email', { email }));

  app.outbox.on('auth.password_reset_asked', async ({ email }) => {
    const to = await find({ email });
    if (!to) return;
    const { token } = await issue(to, 'password_reset', tokenLifetimeMs.passwordReset);
    const minutes = tokenLifetimeMs.passwordReset / 60_000;
    await sendLetter(app, send, 'password_reset', to, { path: `/restore-code/${token}`, params: { minutes } });
  });

  app.outbox.on('auth.password_changed', async ({ clientId, at }) => {
    const to = await find({ id: clientId });
    if (!to) return;
    await sendLetter(app, send, 'password_changed', to, { path: '/password/reset', params: { at: new Date(at) } });
  });

  app.outbox.on('auth.autologin_issued', async ({ clientId, at }) => {
    const to = await find({ id: clientId });
    if (!to) return;
    const minutes = tokenLifetimeMs.autologin / 60_000;
    const params = { at: new Date(at), minutes };
    await sendLetter(app, send, 'autologin_issued', to, { path: '/settings/settings', params });
  });

  const write: Write = async (clientId, name, contents) => {
    const to = await find({ id: clientId });
    if (to) await sendLetter(app, send, name, to, await contents(to.language));
  };
  ipoListeners(app, write);
  paymentListeners(app, write);
  portfolioListeners(app, write);
  securityListeners(app, write);
  supportListeners(app, write);
  tradingListeners(app, write);
  noticeListeners(app);
}
