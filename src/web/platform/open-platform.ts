import { call } from './api.ts';
import { sendFingerprint } from './fingerprint.ts';

const route = 'POST /api/trading-account/autologin';

/**
 * Leaves for the trading platform, signed in to one account. The link is good once and for a minute, so it is fetched
 * at the click. Ends when a button that waits for it may be used again: after a failure, which is logged and no more,
 * or when the browser brings this page back.
 */
export async function openPlatform(accountId: string): Promise<void> {
  try {
    const { link } = await call(route, { body: { trading_account_id: accountId } });
    // The device is reported before the page goes, for a request does not outlive its page.
    await sendFingerprint(route).catch((error: unknown) => console.error('Error sending fingerprint', error));
    location.assign(link);
    await pageShownAgain();
  } catch (error) {
    console.error('Error opening the trading platform', error);
  }
}

const pageShownAgain = () =>
  new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true });
  });
