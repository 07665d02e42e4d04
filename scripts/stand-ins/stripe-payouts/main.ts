import { standInKey, standInSecret } from '#server/demo/stand-ins/stripe/server.ts';
import { standInFinancialAccount, startStripePayouts } from '#server/demo/stand-ins/stripe-payouts/server.ts';

/** `npm run stand-in:stripe-payouts [port]`: for development. What to enter in the connection is printed. */
const { url } = await startStripePayouts({ port: Number(process.argv[2] ?? 4011) });
console.log(`stand-in for payouts by Stripe: address ${url}, financial account ${standInFinancialAccount}, key ${standInKey}, signing secret ${standInSecret}
POST ${url}/__hook {"url":"…"} names where its events go; /__lie, /__deliver, /__act and /__seen drive it`);
