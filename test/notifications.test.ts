import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { families } from '#server/notifications/email/send-email.tsx';
import { requestKinds } from '#contract/approvals/request-names.ts';
import { kinds, kindsOf, termsOf } from '#contract/notifications/kinds.ts';
import { eventNames, type EventName } from '#contract/modules.ts';
import { notificationGroups } from '#contract/notifications/names.ts';
import { listedKinds, unsubscribable } from '#contract/notifications/preferences.ts';
import { projectFiles } from './rules/source.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** Events about a person without a notification, only on their screens, and why that is enough. */
const withoutNotification: Record<string, string> = {
  'clients.risk_changed': 'clients never see their rating',
  'notifications.email_due': 'sends an email',
  'notifications.awaited_email_due': 'sends an email that a person waits for',
  'notifications.digest_due': 'sends a summary',
  'notifications.push_due': 'sends a message to a device',
  'auth.roles_lost': 'auth.security_changed reports it',
  'legal.accepted': 'the client has just done it',
  'support.ticket_opened': 'the client has just done it',
  'support.marked': 'says that the client has read',
  'payments.deposit_cancelled': 'the client has just done it',
  'payments.withdrawal_cancelled': 'the client has just done it',
  'trading.account_opened': 'the client has just done it',
};

/** Each event of the contract with the words of its payload. */
const events = projectFiles()
  .filter(({ path }) => /^src\/contract\/\w+\/events\.ts$/.test(path))
  .flatMap(({ text }) =>
    text
      .split(/^\}/m)[0]!
      .split(/^ {2}'/m)
      .slice(1),
  )
  .map((entry) => ({ name: entry.slice(0, entry.indexOf("'")), payload: entry.replaceAll(/\/\*\*.*?\*\//gs, '') }));
const isAboutPerson = (payload: string) =>
  /\b(clientId|personId|email|assigneeId|PaymentFacts)\b|notificationId/.test(payload);

describe('the catalogue of notifications', () => {
  it('has every event', () => {
    expect(events.map(({ name }) => name).toSorted()).toEqual(eventNames.toSorted());
  });

  it('covers every event that concerns a person, or says why not', () => {
    const silent = events
      .filter(({ name, payload }) => isAboutPerson(payload) && kindsOf(name as EventName).length === 0)
      .map(({ name }) => name);
    expect(silent.toSorted()).toEqual(Object.keys(withoutNotification).toSorted());
  });

  it('has each kind under one event', () => {
    const declared = eventNames.flatMap(kindsOf);
    expect(declared.toSorted()).toEqual([...kinds].toSorted());
  });

  it('has words for every kind', () => {
    const words = JSON.parse(read('locales/en/emails.json')) as Record<string, string>;
    const missing = kinds
      .flatMap((kind) => ['heading', 'text'].map((part) => `${kind}_${part}`))
      .filter((key) => !(key in words));
    expect(missing).toEqual([]);
  });

  it('has for every email what only an email has: advice, a button, and a subject of its own or its family’s', () => {
    const words = JSON.parse(read('locales/en/emails.json')) as Record<string, string>;
    const missing = kinds
      .filter((kind) => termsOf(kind).channels.email !== undefined)
      .flatMap((kind) => {
        const family = families[kind] ?? kind;
        return [`${family}_advice`, `${family}_button`, ...(family === kind ? [`${kind}_subject`] : [])];
      })
      .filter((key) => !(key in words));
    expect(missing).toEqual([]);
  });

  it('has for everything that is chosen about a name without anything to fill in', () => {
    const words = JSON.parse(read('locales/en/emails.json')) as Record<string, string>;
    const nameOf = (kind: string) => words[`${kind}_name`] ?? words[`${kind}_heading`] ?? '{';
    expect(listedKinds.filter((kind) => nameOf(kind).includes('{'))).toEqual([]);
  });

  it('calls no kind as a group, so that a link in a mail says which it is', () => {
    expect(new Set(unsubscribable).size).toBe(unsubscribable.length);
    const groups: readonly string[] = notificationGroups;
    expect(kinds.filter((kind) => groups.includes(kind))).toEqual([]);
  });

  it('never allows a person to switch security off', () => {
    const optional = kinds.filter(
      (kind) => termsOf(kind).group === 'security' && Object.values(termsOf(kind).channels).includes('choice'),
    );
    expect(optional).toEqual([]);
  });

  it('is the one way: no other module subscribes to an event in order to send email', () => {
    const elsewhere = ['ipo', 'legal', 'payment', 'portfolio', 'security', 'support', 'trading'].filter((module) =>
      /outbox\.on|sendEmail|openEmail/.test(read(`src/server/notifications/listeners/${module}.ts`)),
    );
    expect(elsewhere).toEqual([]);
  });
});

it('names each request for approval in the notification of it', () => {
  const texts = JSON.parse(read('locales/en/emails.json')) as Record<string, string>;
  // A setting goes by its own name.
  const unnamed = requestKinds.filter((kind) => kind !== 'setting' && !(`approval_${kind}` in texts));
  expect(unnamed).toEqual([]);
});
