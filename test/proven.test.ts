import { describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

/**
 * Actions on one's own money, or on how a person signs in and is recognised, take a proof of identity: in the body, or
 * earlier in the session (`needsProof`). Here are the exceptions, and why: a new action needs a decision before it is
 * built.
 */
const withoutProof: Partial<Record<EndpointName, string>> = {
  'auth.fingerprint': 'tells of the device',
  'auth.confirm_totp': 'goes on from auth.start_totp, which takes one',
  'auth.add_passkey': 'goes on from auth.start_passkey, which takes one',
  'auth.rename_passkey': 'signs nobody in',
  'auth.start_proof': 'begins one',
  'auth.cancel_email_change': 'leaves everything as it is',
  'clients.save_display': 'how screens look',
  'clients.closure_pending': 'changes nothing',
  'clients.cancel_closure': 'leaves everything as it is',
  'clients.download_data_export': 'answers a copy that clients.request_data_export asked for, which takes one',
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
  'payments.check_provider': 'follows what the provider says',
  'payments.mark_as_paid': 'of a deposit',
  'payments.upload_proof': 'of a deposit',
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

const modules = new Set([
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
/** Calls that are refused under impersonation may change something. */
const actions = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([name, { guard, underImpersonation }]) =>
    guard === 'signed_in' && underImpersonation === undefined && modules.has(name.split('.')[0] ?? ''),
);
const takesProof = ({ body, needsProof }: Endpoint) =>
  needsProof !== undefined || 'current_password' in (body?.shape ?? {});

describe('an act of a client', () => {
  it('takes a proof that it is they, or it stands here why not', () => {
    const undecided = actions.filter(([name, endpoint]) => !takesProof(endpoint) && !withoutProof[name]);
    expect(undecided.map(([name]) => name)).toEqual([]);
  });

  it('stands here only while it takes none', () => {
    const open = new Set(actions.filter(([, endpoint]) => !takesProof(endpoint)).map(([name]) => name));
    expect(Object.keys(withoutProof).filter((name) => !open.has(name as EndpointName))).toEqual([]);
  });
});
