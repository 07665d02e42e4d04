import { must, newClient, proofOf, signIn, post, visitor, type Attack } from './ground.ts';

/** As docs/accounts.md has them; not read from the contract, which is what is attacked. */
const actions = [
  '/api/ipo/buy',
  '/api/ipo/amend',
  '/api/ipo/sell',
  '/api/ipo/early-exit',
  '/api/trading-account/autologin',
  '/api/trading-account/transfer',
  '/api/trading-account/create',
  '/api/wallets/convert',
  '/api/payments/withdraw',
  '/api/payments/confirm',
  '/api/payments/cancel',
  '/api/payments/destinations/add',
  '/api/legal/accept',
  '/api/settings/pin',
];

const chief = 'adam.keller@example.com';

/** A staff member signs in by a link in the name of a client, and tries to act as that client. */
export const trySignInLinks: Attack = async (ground) => {
  const client = await newClient(ground);
  const staff = await signIn(ground, chief);
  const input = { client_id: client.id, reason: 'Asked by phone.', ...proofOf(chief) };
  const { link } = await must(ground, staff, '/api/staff/autologin', input);
  const guest = visitor(ground);
  const opened = await must(ground, guest, '/api/autologin', { token: link.split('/').at(-1) });
  if (!('token' in opened)) throw new Error('a link does not sign in');
  guest.browser.token = opened.token;
  await must(ground, guest, '/api/wallets', {});
  const refused = async () => {
    const codes = [];
    for (const path of actions) codes.push((await post(ground, guest, path, {})).code === 'auth.proof_due');
    return codes;
  };
  const before = await refused();
  await must(ground, guest, '/api/session/prove', proofOf(client.email));
  const after = await refused();
  return {
    tried: `${actions.length} acts by a link, before and after the client's own proof`,
    holes: actions.flatMap((path, at) => [
      ...(before[at] ? [] : [`${path} is let through without a proof of the client`]),
      ...(after[at] ? [`${path} is refused although the client has proven to be there, so nothing was tried`] : []),
    ]),
  };
};
