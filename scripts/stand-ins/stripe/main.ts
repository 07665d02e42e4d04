import { startStripe, standInKey, standInSecret } from '#server/demo/stand-ins/stripe/server.ts';

/** `npm run stand-in:stripe [port]`: for development. What to enter in the connection is printed. */
const standIn = await startStripe({ port: Number(process.argv[2] ?? 4010) });
console.log(`stand-in for Stripe: address ${standIn.url}, key ${standInKey}, signing secret ${standInSecret}
POST ${standIn.url}/__hook {"url":"…"} names where its events go; /__lie, /__act and /__seen drive it`);
