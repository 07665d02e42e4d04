import { standInPassword, type BankStandIn } from '#server/demo/stand-ins/bank/server.ts';
import { serverLies, type ServerLie } from '#server/demo/stand-ins/bank/sftp.ts';
import type { CallKind, Trial } from '../trial.ts';
import type { BankPath } from './path.ts';
import { leftOut, liedTo, type Wire } from './trials.ts';

/** By whichever comes first, a list or a delivery, these are met: planned three times, both meet them. */
const ofConnections: ReadonlySet<ServerLie> = new Set(['other_host_key', 'refuses_password']);

/** These are met by the first attempt. Others last for two lists at least, `silent` as long as our time-out. */
const ofDeliveries: ReadonlySet<ServerLie> = new Set(['dies_after_write', 'dies_after_rename', 'short_write']);

const secrets = [standInPassword];

/** The server of a bank itself. */
export function sftpWire({ bank, lie, holds, reportLies, ...standIn }: BankStandIn): Wire {
  const planned = (name: ServerLie) => ({
    name,
    plan: () => lie(name, ofConnections.has(name) ? 3 : 1),
    isToCome: () => holds(name),
  });
  const trial = (path: BankPath, name: ServerLie): Trial => {
    const isLong = !ofDeliveries.has(name);
    const usual = liedTo(path, planned(name), { isLong });
    return name === 'hides_file' ? { ...usual, run: () => leftOut(path, planned(name)) } : usual;
  };
  return {
    adapter: 'bank_sftp',
    bank,
    fields: standIn.fields,
    secrets,
    reportLies,
    onStrike: (strike) => standIn.sftp.onStrike(strike),
    honest: () => standIn.honest(),
    close: () => standIn.close(),
    trials: (path) => serverLies.map((name) => trial(path, name)),
    losesAnswer: planned('dies_after_rename'),
    deliveries: {
      look: step('STAT', true),
      open: step('OPEN', true),
      write: step('WRITE'),
      'read back': step('READ'),
      rename: step('RENAME'),
    },
    fetches: {
      list: { method: 'OPENDIR', path: /^out/ },
      report: { method: 'READ', path: /^out\/.*pain\.002/ },
      'report closed': { method: 'CLOSE', path: /^out\/.*pain\.002/ },
    },
    advice: { method: 'READ', path: /^out\/.*camt\.054/ },
  };
}

/** Before it writes, there is nothing that shows whether the bank has the order. */
const step = (method: string, isUnsent = false) => ({
  call: (number: string): CallKind => ({ method, path: new RegExp(String.raw`^in/.*${number}\.xml`) }),
  isUnsent: () => isUnsent,
});
