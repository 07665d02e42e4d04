import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/embedded.ts';
import { openLog } from '#server/platform/log.ts';
import { openMetrics } from '#server/platform/metrics.ts';
import { openOutbox } from '#server/platform/outbox.ts';
import { acceptChange, type AcceptedChange } from '#server/staff/accept-change.ts';
import { makeFirstAdministrator, type FirstAdministrator } from '#server/staff/first-administrator.ts';
import { resetAdministrator, type ResetAdministrator } from '#server/staff/reset-administrator.ts';
import { logOfCommand, runCommand } from './command.ts';

const nobody = 'nobody is registered under this address';

const whyNotMade: Record<Exclude<FirstAdministrator, 'made'>, string> = {
  closed:
    'this installation is not set up yet: the link that Atrium printed when it started makes the first administrator',
  nobody: `${nobody}: register in the client area first`,
  unconfirmed: 'this address is not confirmed yet: open the link in the mail first',
  out: 'this profile is frozen, or shut out',
  is_one: 'this is an administrator already',
  there_are_two:
    'there are two administrators: one proposes roles on the card of the person, another one confirms them',
};

const whyNotReset: Record<Extract<ResetAdministrator, string>, string> = {
  nobody,
  no_administrator: 'this is no administrator: an administrator turns the second factor of others off, on their card',
  none: 'there is no second factor to turn off',
};

const whyNotAccepted: Record<Exclude<AcceptedChange, 'accepted'>, string> = {
  nobody,
  intact: 'this profile was not changed past Atrium: there is nothing to accept',
};

const acceptOption = '--accept-change';
const resetOption = '--reset-second-factor';
const usage = `Usage: bin/administrator address
       bin/administrator ${resetOption} address
       bin/administrator ${acceptOption} address`;

/**
 * bin/administrator address: makes somebody who is registered the first or the second administrator, whether Atrium runs or not.
 * bin/administrator --reset-second-factor address: turns the second factor of an administrator off who has lost it. The
 * letters leave when Atrium runs.
 * bin/administrator --accept-change address: accepts a profile as it was repaired in the database by hand.
 */
await runCommand(async (words) => {
  const [first = '', second] = words;
  const isOption = first === resetOption || first === acceptOption;
  const email = isOption ? second : first;
  if (!email || email.startsWith('-') || words.length > (isOption ? 2 : 1)) throw new Error(usage);
  const config = readConfig();
  const database = await openDatabase(config, logOfCommand, { alongside: true });
  const world = { db: database.db, clock: systemClock, config };
  try {
    const outbox = openOutbox({ ...world, log: openLog('warn'), metrics: openMetrics() });
    if (first === acceptOption) {
      const outcome = await acceptChange(world, email);
      if (outcome !== 'accepted') throw new Error(whyNotAccepted[outcome]);
      console.log(`${email} counts as the database has it by now. All sessions of this profile are ended.`);
      return;
    }
    if (first === resetOption) {
      const outcome = await resetAdministrator({ ...world, outbox }, email);
      if (typeof outcome === 'string') throw new Error(whyNotReset[outcome]);
      console.log(`The second factor of ${outcome.name}, ${email}, is off, and all his sessions are ended.
He signs in with his password and sets up another. He and the other administrators are told by mail.`);
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
