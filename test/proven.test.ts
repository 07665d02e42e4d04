import { describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/**
 * What somebody does to their money, or to how they sign in and are recognised, takes a proof that it is they: in its body, or
 * earlier in the session (`needsProof`). Here stands what does not, and why: a new act is decided on before it is built.
 */
const withoutProof: Partial<Record<EndpointName, string>> = {
  'auth.fingerprint': 'tells of the device',
  'auth.confirm_totp': 'goes on from auth.begin_totp, which takes one',
  'auth.add_passkey': 'goes on from auth.begin_passkey, which takes one',
  'auth.rename_passkey': 'signs nobody in',
  'auth.begin_proof': 'begins one',
  'auth.take_back_email_change': 'leaves everything as it is',
  'clients.save_display': 'how screens look',
  'clients.closing': 'changes nothing',
  'clients.keep_account': 'leaves everything as it is',
  'clients.send_data': 'answers a copy that clients.ask_data asked for, which takes one',
  'verification.show': 'changes nothing',
  'verification.save_draft': 'decides nothing',
  'notifications.read': 'only what was read',
  'notifications.read_all': 'only what was read',
  'notifications.set_hours': 'delays, and withholds nothing',
  'push.show': 'changes nothing',
  'push.end': 'ends such a subscription',
  'wallets.open': 'an empty wallet',
  'wallets.quote': 'changes nothing',
  'wallets.statement': 'changes nothing',
  'payments.deposit': 'brings money to the client',
  'payments.report_payment': 'of a deposit',
  'payments.prove': 'of a deposit',
  'payments.send_code': 'mails the code to the client',
  'payments.send_destination_link': 'mails the link to the client',
  'payments.confirm_destination': 'takes the mailed link',
  'trading.rename': 'only a name',
  'trading.history_file': 'changes nothing',
  'trading.closed_file': 'changes nothing',
  'trading.orders_file': 'changes nothing',
  'ipo.early_exit_quote': 'changes nothing',
  'ipo.receipt': 'changes nothing',
  'ipo.history_file': 'changes nothing',
  'ipo.basis_file': 'changes nothing',
  'ipo.feed_revoke': 'ends such an address',
};

const rooms = new Set([
  'auth',
  'clients',
  'verification',
  'notifications',
  'push',
  'wallets',
  'payments',
  'trading',
  'ipo',
  'legal',
]);
/** What staff who watch a client are not answered may change something. */
const acts = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([name, { guard, underWatch }]) =>
    guard === 'client' && underWatch === undefined && rooms.has(name.split('.')[0] ?? ''),
);
const takesProof = ({ body, needsProof }: Endpoint) =>
  needsProof !== undefined || 'current_password' in (body?.shape ?? {});

describe('an act of a client', () => {
  it('takes a proof that it is they, or it stands here why not', () => {
    const undecided = acts.filter(([name, endpoint]) => !takesProof(endpoint) && !withoutProof[name]);
    expect(undecided.map(([name]) => name)).toEqual([]);
  });

  it('stands here only while it takes none', () => {
    const open = new Set(acts.filter(([, endpoint]) => !takesProof(endpoint)).map(([name]) => name));
    expect(Object.keys(withoutProof).filter((name) => !open.has(name as EndpointName))).toEqual([]);
  });
});
