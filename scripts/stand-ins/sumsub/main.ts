import { startSumsub } from '#server/demo/stand-ins/sumsub/sumsub.ts';

// Invented: they open nothing but this server.
const [reportTo, port = '4060'] = process.argv.slice(2);
const { url } = await startSumsub({
  appToken: 'sbx:stand-in',
  secretKey: 'stand-in-secret-key',
  webhookSecret: 'stand-in-webhook-secret',
  level: 'basic-kyc-level',
  port: Number(port),
  ...(reportTo !== undefined && { reportTo }),
});
console.log(`Stand-in of Sumsub: ${url}`);
