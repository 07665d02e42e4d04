import { standInAccount, standInHmacKey, standInKey, startAdyen } from '#server/demo/stand-ins/adyen/server.ts';

/** `npm run stand-in:adyen [port]`: for development. What to enter in the connection is printed. */
const { url } = await startAdyen({ port: Number(process.argv[2] ?? 4030) });
console.log(`stand-in for Adyen: address ${url}, merchant account ${standInAccount}, key ${standInKey}, HMAC key ${standInHmacKey}
POST ${url}/__hook {"url":"…"} names where its notifications go; /__lie, /__deliver, /__act and /__seen drive it`);
