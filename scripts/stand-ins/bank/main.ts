import { standInAccounts, standInPassword, standInUser, startBank } from '#server/demo/stand-ins/bank/server.ts';

/** `npm run stand-in:bank [port] [folder of ISO schemas]`: for development. What to enter in the connection is printed. */
const [port = '4022', schemas] = process.argv.slice(2);
const { sftp, url } = await startBank({ port: Number(port), schemas });
console.log(`stand-in for a bank: sftp://127.0.0.1:${sftp.port}, user ${standInUser}, password ${standInPassword}
host key ${sftp.fingerprint}
account ${standInAccounts[0]?.number} in ${standInAccounts.map(({ currency }) => currency).join(', ')}; orders go to in/, reports come to out/
${url} is its page; POST ${url}/__act {"act":"close_day"}, /__credit, /__lie and /__seen drive it`);
