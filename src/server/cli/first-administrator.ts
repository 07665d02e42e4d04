import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import { openMetrics } from '#server/platform/monitoring/metrics.ts';
import { openOutbox } from '#server/platform/outbox/outbox.ts';
import { acceptChange, type AcceptedChange } from '#server/staff/accept-change.ts';
import { makeFirstAdministrator, type FirstAdministrator } from '#server/staff/first-administrator.ts';
import { resetAdministrator, type ResetAdministrator } from '#server/staff/reset-administrator.ts';
import { logOfCommand, Misuse, runCommand } from './command.ts';

const notRegistered = 'no profile is registered under this address';

const whyNotMade: Record<Exclude<FirstAdministrator, 'made'>, string> = {
  closed:
    'this installation is not set up yet: make the first administrator with the link that Atrium printed when ' +
    'it started',
  unknown: `${notRegistered}: register in the client area first`,
  unconfirmed: 'this address is not confirmed yet: open the link in the email first',
  out: 'this profile is frozen or suspended',
  is_one: 'this is an administrator already',
  there_are_two: 'there are two administrators: one requests the role on the person’s card, another one approves it',
};

const whyNotReset: Record<Extract<ResetAdministrator, string>, string> = {
  unknown: notRegistered,
  no_administrator:
    'this person is no administrator: an administrator can turn off their second factor, on the person’s card',
  none: 'there is no second factor to turn off',
};

const whyNotAccepted: Record<Exclude<AcceptedChange, 'accepted'>, string> = {
  unknown: notRegistered,
  intact: 'this profile was not changed outside Atrium: there is nothing to accept',
};

const acceptOption = '--accept-change';
const resetOption = '--reset-second-factor';
const usage = `Usage: bin/administrator address
       bin/administrator ${resetOption} address
       bin/administrator ${acceptOption} address`;

/**
 * bin/administrator address: makes a registered person the first or the second administrator, whether Atrium runs or
 * not.
 * bin/administrator --reset-second-factor address: turns off the second factor of an administrator who has lost it. The
 * emails go out when Atrium runs.
 * bin/administrator --accept-change address: accepts a profile that was repaired in the database by hand.
 */
await runCommand(async (words) => {
  const [first = '', second] = words;
  const isOption = first === resetOption || first === acceptOption;
  const email = isOption ? second : first;
  if (!email || email.startsWith('-') || words.length > (isOption ? 2 : 1)) throw new Misuse(usage);
  const config = readConfig();
  const database = await openDatabase(config, logOfCommand, { alongside: true });
  const world = { db: database.db, clock: systemClock, config };
  try {
    const outbox = openOutbox({ ...world, log: openLog('warn'), metrics: openMetrics() });
    if (first === acceptOption) {
      const outcome = await acceptChange(world, email);
      if (outcome !== 'accepted') throw new Error(whyNotAccepted[outcome]);
      console.log(`${email} is accepted as it is now in the database. All sessions of this profile are ended.`);
      return;
    }
    if (first === resetOption) {
      const outcome = await resetAdministrator({ ...world, outbox }, email);
      if (typeof outcome === 'string') throw new Error(whyNotReset[outcome]);
      console.log(`The second factor of ${outcome.name}, ${email}, is off, and all their sessions are ended.
They can sign in with their password and set up another. An email informs them and the other administrators.`);
      return;
    }
    const outcome = await makeFirstAdministrator({ ...world, outbox }, email);
    if (outcome !== 'made') throw new Error(whyNotMade[outcome]);
    console.log(`${email} is an administrator: sign in, and set up the second factor that staff need.
Other administrators and compliance are told by email, as soon as Atrium runs.`);
  } finally {
    await database.stop();
  }
});
