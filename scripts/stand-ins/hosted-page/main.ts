import { standInSecret, standInToken, startHostedPage } from '#server/demo/stand-ins/hosted-page/server.ts';

/** `npm run stand-in:hosted-page [port]`: for development. What to enter in the connection is printed. */
const { url } = await startHostedPage({ port: Number(process.argv[2] ?? 4040) });
console.log(`stand-in for a hosted page: server address ${url}, access key ${standInToken}, signing secret ${standInSecret}
POST ${url}/__hook {"url":"…"} names where its callbacks go; /__lie, /__deliver, /__act and /__seen drive it`);
