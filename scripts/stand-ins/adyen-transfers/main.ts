import { standInHmacKey, standInKey } from '#server/demo/stand-ins/adyen/server.ts';
import { standInBalanceAccount, startAdyenTransfers } from '#server/demo/stand-ins/adyen-transfers/server.ts';

/** `npm run stand-in:adyen-transfers [port]`: for development. What to enter in the connection is printed. */
const { url } = await startAdyenTransfers({ port: Number(process.argv[2] ?? 4031) });
console.log(`stand-in for Adyen transfers: address ${url}, balance account ${standInBalanceAccount}, key ${standInKey}, HMAC key ${standInHmacKey}
POST ${url}/__hook {"url":"…"} names where its notifications go; /__lie, /__deliver, /__act and /__seen drive it`);
