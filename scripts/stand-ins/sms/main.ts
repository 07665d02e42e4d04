import { startSms } from '#server/demo/stand-ins/sms/sms.ts';

/** `npm run stand-in:sms [address of the gateway’s reports] [port]`: Twilio and a gateway, for development. */
// Invented: they open nothing but this server.
const of = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'stand-in-auth-token',
  bearer: 'stand-in-access-key',
  secret: 'stand-in-signing-secret',
};
const [reportTo, port = '4070'] = process.argv.slice(2);
const { url } = await startSms({ ...of, port: Number(port), ...(reportTo !== undefined && { reportTo }) });
console.log(`stand-in for Twilio: address ${url}, account ${of.accountSid}, token ${of.authToken}
stand-in for a gateway: address ${url}/gateway, access key ${of.bearer}, signing secret ${of.secret}
GET ${url} shows the messages; POST /__lie and GET /__seen drive it`);
