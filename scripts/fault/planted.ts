import type { Edit, Fault } from './fault.ts';
import { adapterFaults } from './planted-adapters.ts';

const vitest = (...files: string[]) => ({ by: ['vitest', 'run', ...files] });
const types = { by: ['tsx', 'scripts/typecheck.ts'] };
const matrix = (title: string) => ({ spec: 'e2e/screens/matrix.spec.ts', title });

const edit = (file: string, find: string, replace: string): readonly Edit[] => [{ file, find, replace }];

/** A button of the sign-in screen that does not fit on a phone, in one language. */
const tooLong = (language: string, label: string): readonly Edit[] => [
  ...edit(
    `locales/${language}/auth.json`,
    `"login_submit": "${label}"`,
    `"login_submit": "${Array.from({ length: 6 }, () => label).join(' ')}"`,
  ),
  ...edit('src/web/ui/Button.module.css', '.label {', `.label:lang(${language}) { white-space: nowrap; }\n\n.label {`),
];

export const faults: readonly Fault[] = [
  ...adapterFaults,
  {
    name: 'a role is not checked',
    edits: edit('src/server/platform/http/handle.ts', "if (!may) throw refuse('http.forbidden');", 'void may;'),
    found: vitest('src/server/guard-matrix.test.ts'),
  },
  {
    name: 'the scope of an operator key is not checked',
    edits: edit('src/server/platform/http/handle.ts', 'if (!key.scopes.includes(scope))', 'if (!key.scopes.length)'),
    found: vitest('src/server/guard-matrix.test.ts'),
  },
  {
    name: 'a stolen token works without the second half of its session',
    edits: edit(
      'src/server/platform/session/session.ts',
      'if (!isBound(row, now, world, shown)) {',
      'if (!isBound(row, now, world, shown) && row.hasKey) {',
    ),
    found: vitest('src/server/auth/sessions/sessions.test.ts'),
  },
  {
    name: 'an anti-forgery cookie of another site is accepted',
    edits: edit('src/server/platform/http/security/anti-forgery.ts', ' || !isOurs(cookie, config)', ''),
    found: vitest('src/server/platform/http/calls.test.ts'),
  },
  {
    name: 'a row of the audit log needs no MAC',
    edits: edit(
      'src/server/platform/audit/mac.ts',
      'isMacOf(secrets, table, spelled(entry), entry.mac)',
      'secrets !== undefined && entry.id !== ""',
    ),
    found: vitest('src/server/platform/audit/forged.test.ts'),
  },
  {
    name: 'a correction has the wrong sign',
    edits: edit('src/server/ledger/correct.ts', '-sum(p.amount)::bigint', 'sum(p.amount)::bigint'),
    found: vitest('src/server/ledger/correct.test.ts'),
  },
  {
    name: 'a fee is rounded down',
    edits: edit('src/contract/ipo/charge.ts', ' + 9_999n)', ')'),
    found: vitest('src/contract/ipo/charge.test.ts'),
  },
  {
    name: 'a quote is converted without a lock, so that two calls race',
    edits: edit('src/server/wallets/conversion/convert.ts', ' for update of q`', '`'),
    found: vitest('src/server/wallets/conversion'),
  },
  {
    name: 'an event is written twice',
    edits: edit(
      'src/server/platform/outbox/outbox.ts',
      'with ordinality event (name, payload, claimed_until, traceparent, place)',
      'with ordinality event (name, payload, claimed_until, traceparent, place), generate_series(1, 2)',
    ),
    found: vitest('src/server/platform/outbox/outbox.test.ts'),
  },
  {
    name: 'two workers claim the same event',
    edits: edit(
      'src/server/platform/outbox/queue.ts',
      'under_way = true, next_attempt_at = ${after(clock.now(), pace.claim)}',
      'under_way = true',
    ),
    found: vitest('src/server/platform/outbox/outbox.test.ts'),
  },
  {
    name: 'a unique index is missing',
    edits: edit(
      'migrations/0007_wallets.sql',
      'create unique index conversion_quote_one_open',
      'create index conversion_quote_one_open',
    ),
    found: vitest('src/server/platform/db/schema-docs.test.ts'),
  },
  {
    name: 'a statement has a column of another name than its row',
    edits: edit('src/server/ledger/balances.ts', ', 0) as amount', ', 0) as total'),
    found: vitest('src/server/platform/db/statements.test.ts'),
  },
  {
    name: 'a call lacks a field of the contract',
    edits: edit(
      'src/web/wallets/wallet-queries.ts',
      'body: { wallet_id: walletId, operation_id: operationId }',
      'body: { wallet_id: walletId }',
    ),
    found: types,
  },
  {
    name: 'a translation is missing',
    edits: edit('locales/de/shell.json', '  "pin_title": "Support-PIN",\n', ''),
    found: vitest('test/locales.test.ts'),
  },
  {
    name: 'a translation loses a value',
    edits: edit('locales/de/shell.json', 'Ansicht als {name} (', 'Ansicht ('),
    found: vitest('test/locales.test.ts'),
  },
  {
    name: 'a layout is not mirrored in Arabic',
    edits: edit('src/web/ui/layout/Card.module.css', 'margin-inline-start: auto', 'margin-left: auto'),
    found: vitest('test/rules.test.ts'),
  },
  {
    name: 'a module reads the clock of the machine',
    edits: edit('src/server/wallets/conversion/convert.ts', 'const now = app.clock.now();', 'const now = new Date();'),
    found: vitest('test/rules.test.ts'),
  },
  {
    name: 'a text in a CSV file is a formula',
    edits: edit('src/server/platform/exports/csv.ts', '/^\\s*[=+\\-@\\t\\r]/', '/^[=+]/'),
    found: vitest('src/server/platform/exports/csv.test.ts'),
  },
  {
    name: 'a webhook reaches a private network',
    edits: edit('src/server/platform/outbound/ssrf-guard.ts', "['0.0.0.0', 8],\n  ['10.0.0.0', 8],", "['0.0.0.0', 8],"),
    found: vitest('src/server/platform/outbound/ssrf-guard.test.ts'),
  },
  {
    name: 'a limit never fills',
    edits: edit('src/server/platform/http/limits/rate-limit.ts', 'return { hits: row.hits,', 'return { hits: 1,'),
    found: vitest('src/server/platform/http/limits/rate-limit.test.ts'),
  },
  {
    name: 'an icon button has no name',
    edits: edit('src/web/ui/IconButton.tsx', 'title={label} {...rest} aria-label={label}', '{...rest}'),
    found: matrix('1–5 of 13'),
  },
  {
    name: 'text is too pale in the dark theme',
    edits: edit('src/web/styles/tokens.css', '--ink-soft: #aab1bb', '--ink-soft: #5a5f66'),
    found: matrix('1–5 of 13'),
  },
  {
    name: 'a list is not read again after a change',
    edits: edit('src/web/notifications/mark-read.ts', '    .then(refresh)\n', ''),
    found: { spec: 'e2e/client/notifications.spec.ts', title: 'the bell rings' },
  },
  {
    name: 'a button is too wide for a phone in German',
    edits: tooLong('de', 'Anmelden'),
    found: { ...matrix('1–5 of 13'), onlyFull: true },
  },
  {
    name: 'a button is too wide for a phone in Finnish',
    edits: tooLong('fi', 'Kirjaudu sisään'),
    found: { ...matrix('1–5 of 13'), onlyFull: true },
  },
];
