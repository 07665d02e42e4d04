import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Language } from '#contract/kernel/languages.ts';
import type { Io } from '#server/platform/connections/adapter.ts';
import { readCatalogues } from '#server/platform/text.ts';
import {
  adyenStandInKey,
  btcpayStandInKey,
  btcpayStandInSecret,
  hostedPageStandInSecret,
  standInAccount,
  standInHmacKey,
  standInStore,
  standInToken,
  startAdyen,
  startBtcpay,
  startHostedPage,
  startStripe,
  stripeStandInKey,
  stripeStandInSecret,
} from '#test/external-services/stand-ins.ts';
import { adyenAdapter } from './adyen/adapter.ts';
import { btcpayAdapter } from './btcpay/adapter.ts';
import { hostedPageAdapter } from './hosted-page/adapter.ts';
import { stripeAdapter } from './stripe/adapter.ts';

const { text } = readCatalogues(resolve(import.meta.dirname, '../../../../locales'));

const io: Io = {
  async http({ url, method, headers = {}, body }) {
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body: String(body) }) });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { failure: null, status: response.status, headers: {}, body: bytes };
  },
  fetch: () => fetch,
  socket: undefined as never,
  keptEvents: async () => [],
  now: () => new Date(),
  random: (bytes) => Buffer.alloc(bytes, 7),
  log: undefined as never,
};
const connection = { id: 'one', hookUrl: 'https://atrium.example/hooks/one' };

const providers = {
  async stripe() {
    const standIn = await startStripe({ text });
    const settings = { only_cards: true, stand_in: standIn.url };
    const secrets = { api_key: [stripeStandInKey], webhook_secret: [stripeStandInSecret] };
    return { standIn, port: stripeAdapter.open({ ...connection, settings, secrets }, io) };
  },
  async adyen() {
    const standIn = await startAdyen({ text });
    const settings = {
      merchant_account: standInAccount,
      only_cards: true,
      manual_capture: false,
      stand_in: standIn.url,
    };
    const secrets = { api_key: [adyenStandInKey], hmac_key: [standInHmacKey] };
    return { standIn, port: adyenAdapter.open({ ...connection, settings, secrets }, io) };
  },
  async btcpay() {
    const standIn = await startBtcpay({ text });
    const settings = { address: standIn.url, store_id: standInStore, test_network: true };
    const secrets = { api_key: [btcpayStandInKey], webhook_secret: [btcpayStandInSecret] };
    return { standIn, port: btcpayAdapter.open({ ...connection, settings, secrets }, io) };
  },
  async hosted_page() {
    const standIn = await startHostedPage({ text });
    const settings = { address: standIn.url };
    const secrets = { bearer: [standInToken], signing_secret: [hostedPageStandInSecret] };
    return { standIn, port: hostedPageAdapter.open({ ...connection, settings, secrets }, io) };
  },
};

const order = (language?: Language) => ({
  ref: 'DEP7KQ4M2P9X17',
  amount: { minor: 1050n, currency: 'EUR' },
  payer: { email: 'ida@example.com', country: 'DE', language: 'pl' },
  text: 'Atrium P-500001',
  returnUrl: 'https://atrium.example/de/payments/deposit?payment=1',
  expires: new Date(Date.now() + 3_600_000),
  ...(language && { language }),
});

async function pageOf(name: keyof typeof providers, language: Language | undefined, browser: string): Promise<string> {
  const { standIn, port } = await providers[name]();
  try {
    const begun = await port.start(order(language));
    if (begun.kind !== 'done') throw new Error(`${name}: ${JSON.stringify(begun)}`);
    const page = await fetch(begun.value.redirect, { headers: { 'accept-language': browser } });
    return await page.text();
  } finally {
    await standIn.close();
  }
}

const names = Object.keys(providers) as (keyof typeof providers)[];

it.each(names)('%s shows its page in the language of the client’s screen', async (name) => {
  for (const language of ['de', 'no', 'hu'] as const) {
    const html = await pageOf(name, language, 'fr');
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
    expect(html).toContain(text(language, 'demo.act_pay'));
    expect(html).toMatch(/EUR\s10\.50/);
  }
});

it.each(names)('%s shows its page in Arabic to a client who reads it', async (name) => {
  expect(await pageOf(name, 'ar', 'ar')).toContain('<html lang="ar" dir="rtl">');
});

it('orders no language where an older version has stored none, so that the repetition says the same', async () => {
  for (const name of ['stripe', 'adyen', 'btcpay'] as const)
    expect(await pageOf(name, undefined, 'fr')).toContain('<html lang="fr"');
});
