import { standInKey, standInSecret, standInStore, startBtcpay } from '#server/demo/stand-ins/btcpay/server.ts';

/** `npm run stand-in:btcpay [port]`: for development. What to enter in the connection is printed. */
const { url } = await startBtcpay({ port: Number(process.argv[2] ?? 4035) });
console.log(`stand-in for BTCPay Server: address ${url}, store ${standInStore}, API key ${standInKey}, webhook secret ${standInSecret}
POST ${url}/__hook {"url":"…"} names where its webhooks go; /__lie, /__deliver, /__act and /__seen drive it`);
