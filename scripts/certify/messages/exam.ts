import { startSms } from '#server/demo/stand-ins/sms/sms.ts';
import { connect } from '../connect.ts';
import { Triggers, type Exam } from '../trial.ts';
import type { World } from '../world.ts';
import { messageBooks } from './books.ts';
import { PhonePath, type Sms } from './path.ts';
import { messageTrials } from './trials.ts';

const accountSid = `AC${'0'.repeat(31)}a`;
const secrets = { authToken: 'certified-token', bearer: 'certified-bearer', secret: 'certified-signing' };

const adapters = {
  twilio: {
    fields: ({ url }: Sms) => ({
      account_sid: accountSid,
      sender: '+4930123456',
      stand_in: url,
      auth_token: secrets.authToken,
    }),
    calls: {
      send: { method: 'POST', path: /\/Messages\.json$/ },
      read: { method: 'GET', path: /\/Messages/ },
    },
  },
  http_gateway: {
    fields: ({ url }: Sms) => ({
      address: `${url}/gateway`,
      sender: 'Atrium',
      bearer: secrets.bearer,
      signing_secret: secrets.secret,
    }),
    calls: { send: { method: 'POST', path: /^\/gateway$/ }, read: { method: 'GET', path: /^\/gateway$/ } },
  },
} as const;

const person = {
  first_name: 'Ida',
  second_name: 'Berg',
  birth_on: '1990-05-17',
  nationality: 'DE',
  phone: '+4915110000001',
  address: 'Lindenallee 12, 10115 Berlin',
};

export const messagesExam =
  (adapter: keyof typeof adapters) =>
  async (world: World): Promise<Exam> => {
    const { fields, calls } = adapters[adapter];
    const sms = await startSms({
      accountSid,
      ...secrets,
      now: () => new Date(world.now() * 1000),
      clocks: world.clocks,
    });
    const triggers = new Triggers();
    sms.onStrike(triggers.strike);
    const { id, hook } = await connect(world, { adapter, fields: fields(sms) });
    sms.of.reportTo = hook;
    const client = await world.newClient();
    await world.ask(client, 'POST /api/verification/person', person);
    const path = new PhonePath({ world, sms, triggers }, calls, client);
    return {
      trials: messageTrials(path),
      books: () => messageBooks(world, sms, id),
      secrets: Object.values(secrets),
      calm() {
        triggers.clear();
        sms.beHonest();
      },
      close: () => sms.close(),
    };
  };
