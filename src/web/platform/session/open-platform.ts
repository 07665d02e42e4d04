import { call } from '../api/api.ts';
import { sendFingerprint } from './fingerprint.ts';

const route = 'POST /api/trading-account/autologin';

/**
 * Leaves for the trading platform, signed in to one account. The link is good once and for a minute, so it is fetched
 * at the click. Ends when a button that waits for it may be used again: after a failure, which is logged and no more,
 * or when the browser brings this page back.
 */
export async function openPlatform(accountId: string): Promise<void> {
  try {
    const { link, fields } = await call(route, { body: { trading_account_id: accountId } });
    // The device is reported before the page goes, for a request does not outlive its page.
    await sendFingerprint(route).catch((error: unknown) => console.error('Error sending fingerprint', error));
    leaveFor(link, fields);
    await pageShownAgain();
  } catch (error) {
    console.error('Error opening the trading platform', error);
  }
}

/** Some platforms take the sign-in as a form, so that it is in no address. */
function leaveFor(link: string, fields: Record<string, string> | null): void {
  if (fields === null) return location.assign(link);
  const form = document.createElement('form');
  form.method = 'post';
  form.action = link;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

const pageShownAgain = () =>
  new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true });
  });
