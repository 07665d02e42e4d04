import type { DemoProviderName } from '#contract/demo/endpoints.ts';
import type { Text } from '#server/platform/text.ts';
import { standInBalanceAccount, startAdyenTransfers } from './adyen-transfers/server.ts';
import { standInAccount, standInHmacKey, standInKey as adyenKey, startAdyen } from './adyen/server.ts';
import { startBucketBank } from './bank/by-bucket.ts';
import { startBank } from './bank/server.ts';
import { standInKey as btcpayKey, standInSecret as btcpaySecret, standInStore, startBtcpay } from './btcpay/server.ts';
import { standInSecret as pageSecret, standInToken, startHostedPage } from './hosted-page/server.ts';
import type { Sms } from './sms/books.ts';
import { startSms } from './sms/sms.ts';
import { standInFinancialAccount, startStripePayouts } from './stripe-payouts/server.ts';
import { standInKey as stripeKey, standInSecret as stripeSecret, startStripe } from './stripe/server.ts';
import { startSumsub } from './sumsub/sumsub.ts';
import { controlName } from './yente/entities.ts';
import { startYente } from './yente/yente.ts';

/** Where it listens, 0 for any free port, the clock of the demo, and the texts of its pages. */
interface Given {
  port: number;
  now: () => Date;
  text: Text;
}

/** A stand-in that runs, as the demo connects it. */
export interface DemoProvider {
  /** Its page. */
  url: string;
  /** What an administrator would enter for it. */
  fields: Record<string, string>;
  /** Names the address to which it sends its events. */
  report: (hook: string) => void;
  close: () => Promise<void>;
}

interface Delivering {
  url: string;
  delivery: { hook: string | null };
  close: () => Promise<void>;
}

const delivering = ({ url, delivery, close }: Delivering, fields: Record<string, string>): DemoProvider => ({
  url,
  fields,
  report: (hook) => void (delivery.hook = hook),
  close,
});

/** In seconds, as most vendors count. */
const counted = ({ port, now, text }: Given) => ({ port, text, now: () => Math.floor(now().getTime() / 1000) });

// Invented: they open nothing but the stand-ins.
const sms = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'stand-in-auth-token',
  bearer: 'stand-in-access-key',
  secret: 'stand-in-signing-secret',
};
const sumsub = {
  appToken: 'sbx:stand-in',
  secretKey: 'stand-in-secret-key',
  webhookSecret: 'stand-in-webhook-secret',
  level: 'basic-kyc-level',
};

async function openSms(given: Given, fieldsOf: (url: string) => Record<string, string>): Promise<DemoProvider> {
  const of: Sms = { ...sms, ...given };
  const { url, close } = await startSms(of);
  return { url, fields: fieldsOf(url), report: (hook) => void (of.reportTo = hook), close };
}

/** Loaded with the first one that a demo starts, and never in production. */
export const kinds: Record<DemoProviderName, (given: Given) => Promise<DemoProvider>> = {
  async stripe(given) {
    const standIn = await startStripe(counted(given));
    return delivering(standIn, {
      only_cards: 'true',
      stand_in: standIn.url,
      api_key: stripeKey,
      webhook_secret: stripeSecret,
    });
  },
  async adyen(given) {
    const standIn = await startAdyen(counted(given));
    return delivering(standIn, {
      merchant_account: standInAccount,
      only_cards: 'true',
      stand_in: standIn.url,
      api_key: adyenKey,
      hmac_key: standInHmacKey,
    });
  },
  async btcpay(given) {
    const standIn = await startBtcpay(counted(given));
    return delivering(standIn, {
      address: standIn.url,
      store_id: standInStore,
      test_network: 'true',
      api_key: btcpayKey,
      webhook_secret: btcpaySecret,
    });
  },
  btcpay_payouts: (given) => kinds.btcpay(given),
  async hosted_page(given) {
    const standIn = await startHostedPage(counted(given));
    return delivering(standIn, { address: standIn.url, bearer: standInToken, signing_secret: pageSecret });
  },
  async stripe_payouts(given) {
    const standIn = await startStripePayouts(counted(given));
    return delivering(standIn, {
      financial_account: standInFinancialAccount,
      stand_in: standIn.url,
      api_key: stripeKey,
      webhook_secret: stripeSecret,
    });
  },
  async adyen_transfers(given) {
    const standIn = await startAdyenTransfers(counted(given));
    return delivering(standIn, {
      balance_account: standInBalanceAccount,
      environment: 'test',
      stand_in: standIn.url,
      api_key: adyenKey,
      hmac_key: standInHmacKey,
    });
  },
  twilio: (given) =>
    openSms(given, (url) => ({
      account_sid: sms.accountSid,
      sender: '+4930123456',
      stand_in: url,
      auth_token: sms.authToken,
    })),
  http_gateway: (given) =>
    openSms(given, (url) => ({
      address: `${url}/gateway`,
      sender: 'Atrium',
      bearer: sms.bearer,
      signing_secret: sms.secret,
    })),
  async yente({ port, now }) {
    const { url, close } = await startYente({ port, indexedAt: now });
    const fields = {
      address: url,
      dataset: 'default',
      algorithm: 'logic-v2',
      threshold_percent: '70',
      control_name: controlName,
    };
    return { url, fields, report: () => {}, close };
  },
  async sumsub(given) {
    const of = { ...sumsub, ...given, reportTo: '' };
    const { url, close } = await startSumsub(of);
    const fields = {
      level_name: of.level,
      digest: 'HMAC_SHA256_HEX',
      stand_in: url,
      app_token: of.appToken,
      secret_key: of.secretKey,
      webhook_secret: of.webhookSecret,
    };
    return { url, fields, report: (hook) => void (of.reportTo = hook), close };
  },
  async bank_sftp({ port, now }) {
    const { fields, url, close } = await startBank({ port, now, executes: false });
    return { url, fields, report: () => {}, close };
  },
  async bank_s3({ port, now }) {
    const { fields, url, close } = await startBucketBank({ port, now, executes: false });
    return { url, fields, report: () => {}, close };
  },
};
