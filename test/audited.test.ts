import { describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { projectFiles } from './rules/source.ts';

/**
 * Changes of a person to themselves and to how they sign in are in the audit log, where staff find them and the person
 * reads them. Here are their other calls, and why they are not in it: a new one needs a decision before it is built.
 */
const notAudited: Partial<Record<EndpointName, string>> = {
  'auth.register': 'the profile itself begins with it',
  'auth.login': 'a session is kept, and failures in the security log',
  'auth.logout': 'a session is kept with its end',
  'auth.renew_session': 'the session goes on',
  'auth.verify_challenge': 'a session is kept, and failures in the security log',
  'auth.sign_in_by_passkey': 'a session is kept, and failures in the security log',
  'auth.staff_sign_in': 'changes nothing',
  'auth.start_staff_sign_in': 'only sends the browser to the provider',
  'auth.finish_staff_sign_in': 'a session is kept, and failures in the security log',
  'auth.autologin': 'written as auth.autologin_used',
  'auth.autologin_post': 'written as auth.autologin_used',
  'auth.resend_sign_in_code': 'only sends a letter',
  'auth.start_passkey_sign_in': 'only asks a device',
  'auth.prove': 'changes nothing, and failures are in the security log',
  'auth.start_passkey': 'only asks a device; auth.add_passkey keeps what it makes',
  'auth.start_proof': 'only asks a device',
  'auth.start_totp': 'counts for nothing before auth.confirm_totp',
  'auth.check_restore_code': 'changes nothing',
  'auth.check_email_change': 'changes nothing',
  'auth.client_info': 'changes nothing',
  'auth.sessions': 'changes nothing',
  'auth.second_factor': 'changes nothing',
  'auth.passkeys': 'changes nothing',
  'auth.email_change': 'changes nothing',
  'auth.verify_email': 'kept with the client, with its time',
  'auth.resend_verification': 'only sends a letter',
  'auth.request_password_reset': 'only sends a letter',
  'auth.fingerprint': 'kept with the session',
  'auth.revoke_session': 'a session is kept with its end',
  'clients.save_display': 'how his own screens look',
  'clients.activity': 'changes nothing',
  'clients.access_log': 'changes nothing',
  'clients.closure_pending': 'changes nothing',
  'clients.download_data_export': 'written down, though it changes nothing',
  'verification.show': 'changes nothing',
  'verification.send_document': 'documents are kept, each with what became of it',
  'verification.save_draft': 'counts for nothing before it is sent',
};

const modules = new Set(['auth', 'clients', 'verification']);
const ownGuards = ['anyone', 'guest', 'signed_in'];
const own = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([name, { guard }]) => modules.has(name.split('.')[0] ?? '') && ownGuards.some((each) => each === guard),
);
const verbs = projectFiles().filter(
  ({ path }) => path.startsWith('src/server/') && !path.endsWith('routes.ts') && !path.endsWith('.test.ts'),
);
const audited = own.filter(([, endpoint]) => endpoint.audited).map(([name]) => name);

describe('what a person does to their own profile', () => {
  it('is audited, or it stands here why not', () => {
    const undecided = own.map(([name]) => name).filter((name) => !audited.includes(name) && !notAudited[name]);
    expect(undecided).toEqual([]);
  });

  it('is not both, and names nothing that is gone', () => {
    const names = new Set<string>(own.map(([name]) => name));
    const wrong = Object.keys(notAudited).filter((name) => audited.includes(name as EndpointName) || !names.has(name));
    expect(wrong).toEqual([]);
  });

  it.each(audited)('%s is written by a verb under its name', (name) => {
    expect(verbs.some(({ text }) => text.includes(`'${name}'`))).toBe(true);
  });
});
