import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeRules } from './rules/code-rules.ts';
import { doorRules, type Doors } from './rules/dependencies.ts';
import { figureRules } from './rules/figure-rules.ts';
import { moneyRules } from './rules/money-rules.ts';
import { repositoryRules } from './rules/repository-rules.ts';
import { isCode, type Rule } from './rules/rule.ts';
import { describeFinding, importsOf, projectFiles, subjectsSince } from './rules/source.ts';
import { voiceRules } from './rules/voice-rules.ts';
import { webRules } from './rules/web-rules.ts';
import { wordRules, wordsInSubjects } from './rules/word-rules.ts';

/**
 * The allowed imports between modules: a file, and the modules that may import it. A missing one usually means: publish
 * an event, or join in SQL.
 */
const doors: Doors = {
  'src/server/articles/demo-articles.ts': ['demo'],
  'src/server/articles/read-body.ts': ['legal'],
  'src/server/auth/start-session.ts': ['settings'],
  'src/server/auth/revoke-access.ts': ['clients'],
  'src/server/auth/email-change/change-request.ts': ['clients', 'notifications'],
  'src/server/auth/issue-autologin.ts': ['operator'],
  'src/server/auth/audit-own-action.ts': ['clients'],
  'src/server/auth/email-allowance.ts': ['clients'],
  'src/server/auth/one-time-token.ts': ['notifications'],
  'src/server/auth/password-hash.ts': ['clients', 'demo', 'imports', 'settings'],
  'src/server/auth/register.ts': ['clients', 'demo', 'settings'],
  'src/server/auth/sessions/sign-out-everywhere.ts': ['clients'],
  'src/server/auth/second-factor/factors.ts': ['clients', 'staff'],
  'src/server/payments/limits.ts': ['staff', 'verification'],
  'src/server/auth/second-factor/require-proof.ts': [
    'clients',
    'connections',
    'demo',
    'settings',
    'legal',
    'operator',
    'payments',
    'portfolio',
    'approvals',
    'screening',
    'staff',
    'verification',
  ],
  'src/server/auth/new-device/emailed-code.ts': ['notifications'],
  'src/server/auth/user.ts': ['clients'],
  'src/server/connections/staff/change-connection.ts': ['demo'],
  'src/server/connections/staff/list-connections.ts': ['demo'],
  'src/server/connections/staff/use-connection.ts': ['demo'],
  'src/server/embed/widget-links.ts': ['settings'],
  'src/server/imports/history/read-earlier.ts': ['staff'],
  'src/server/imports/verify.ts': ['reconciliation'],
  'src/server/ipo/allotment/verify.ts': ['reconciliation'],
  'src/server/ipo/demo-offerings.ts': ['demo'],
  'src/server/ipo/demo/simulated-applicants.ts': ['demo'],
  'src/server/ipo/holdings.ts': ['staff'],
  'src/server/ipo/lifecycle/deadline.ts': ['demo'],
  'src/server/ipo/offered.ts': ['embed'],
  'src/server/ipo/offerings/offering-row.ts': ['embed'],
  'src/server/ipo/offerings/verify-offerings.ts': ['reconciliation'],
  'src/server/legal/consent.ts': ['auth'],
  'src/server/market/candles.ts': ['paper'],
  'src/server/market/day-closes.ts': ['portfolio'],
  'src/server/market/demo-rates.ts': ['demo'],
  'src/server/market/feed.ts': ['paper', 'ipo', 'embed'],
  'src/server/market/instruments.ts': ['demo', 'ipo'],
  'src/server/market/price-digits.ts': ['operator', 'paper', 'trading'],
  'src/server/market/rate-age.ts': ['wallets'],
  'src/server/market/sessions.ts': ['demo', 'paper'],
  'src/server/market/simulated-price.ts': ['demo', 'ipo'],
  'src/server/paper/close.ts': ['demo'],
  'src/server/paper/place-order.ts': ['demo'],
  'src/server/paper/platform.ts': ['trading'],
  'src/server/payments/account-numbers.ts': ['settings'],
  'src/server/payments/demo-payments.ts': ['demo'],
  'src/server/payments/emailed-secrets.ts': ['notifications'],
  'src/server/payments/methods.ts': ['clients', 'operator'],
  'src/server/payments/rules.ts': ['dashboard', 'reconciliation'],
  'src/server/payments/restrictions.ts': ['staff'],
  'src/server/payments/bank-files/bank-account.ts': ['reconciliation', 'settings'],
  'src/server/payments/bank-files/bank-text.ts': ['reconciliation'],
  'src/server/payments/client-ibans/owner.ts': ['reconciliation'],
  'src/server/payments/deposits/other-payer.ts': ['reconciliation'],
  'src/server/payments/deposits/note-payer.ts': ['reconciliation'],
  'src/server/payments/deposits/receive-transfer.ts': ['reconciliation'],
  'src/server/payments/bank-files/file-row.ts': ['reconciliation'],
  'src/server/payments/bank-files/read-answer.ts': ['reconciliation'],
  'src/server/payments/staff/deposit-actions.ts': ['reconciliation'],
  'src/server/payments/staff/withdrawal-actions.ts': ['reconciliation'],
  'src/server/payments/operator-account/check-account.ts': ['settings'],
  'src/server/payments/operator-account/same-account.ts': ['reconciliation'],
  'src/server/payments/operator-account/stored-account.ts': ['reconciliation', 'settings'],
  'src/server/payments/verify.ts': ['reconciliation'],
  'src/server/payments/payment-row.ts': ['operator'],
  'src/server/portfolio/demo-tiers.ts': ['demo'],
  'src/server/reconciliation/statement/read-cells.ts': ['imports'],
  'src/server/settings/read-settings.ts': ['demo'],
  'src/server/staff/client/holdings.ts': ['support'],
  'src/server/support/demo-conversations.ts': ['demo'],
  'src/server/portfolio/verify.ts': ['reconciliation'],
  'src/server/trading/accounts.ts': ['demo', 'portfolio', 'reconciliation', 'staff'],
  'src/server/trading/archive-account.ts': ['clients'],
  'src/server/trading/staff/stuck-transfers.ts': ['dashboard'],
  'src/server/trading/open-account.ts': ['demo', 'imports'],
  'src/server/trading/platform.ts': ['paper'],
  'src/server/trading/record-result.ts': ['paper'],
  'src/server/trading/redeem-platform-token.ts': ['paper'],
  'src/server/trading/show-totals.ts': ['paper'],
  'src/server/trading/transfer-money.ts': ['demo'],
  'src/server/trading/unsettled-accounts.ts': ['clients'],
  'src/server/verification/change-person.ts': ['clients'],
  'src/server/verification/facts.ts': ['clients'],
  'src/server/verification/declare.ts': ['clients'],
  'src/server/verification/document-row.ts': ['operator'],
  'src/server/verification/demo-verification.ts': ['demo'],
  'src/server/verification/identity/report-check.ts': ['clients'],
  'src/server/verification/settle.ts': ['auth', 'clients'],
  'src/server/wallets/days.ts': ['ipo', 'portfolio'],
  'src/server/wallets/demo-conversion.ts': ['demo'],
  'src/server/wallets/insert-wallet.ts': ['imports'],
  'src/server/wallets/open-main-wallet.ts': ['auth'],
  'src/server/wallets/operations.ts': ['operator'],
  'src/server/wallets/own-wallet.ts': ['operator'],
  'src/server/wallets/statement-words.ts': ['clients', 'ipo', 'portfolio'],
  'src/web/articles/RichText.tsx': ['legal'],
  'src/web/articles/staff/SaveStateMark.tsx': ['legal'],
  'src/web/articles/staff/EditorFrame.tsx': ['legal'],
  'src/web/articles/staff/LanguagesBar.tsx': ['legal'],
  'src/web/articles/staff/OvertakenNote.tsx': ['legal'],
  'src/web/articles/staff/PreviewDialog.tsx': ['legal'],
  'src/web/articles/staff/RichEditor.tsx': ['legal'],
  'src/web/articles/staff/SourcePane.tsx': ['legal'],
  'src/web/articles/staff/use-draft.ts': ['legal'],
  'src/web/auth/Entrance.tsx': ['settings', 'notifications'],
  'src/web/auth/LinkFailure.tsx': ['notifications', 'payments'],
  'src/web/auth/LinkProgress.tsx': ['payments'],
  'src/web/auth/NewPasswordFields.tsx': ['settings', 'profile'],
  'src/web/auth/PersonFields.tsx': ['settings'],
  'src/web/auth/use-one-time-token.ts': ['payments'],
  'src/web/ipo/application/ApplicationState.tsx': ['staff'],
  'src/web/legal/ConsentField.tsx': ['auth', 'settings'],
  'src/web/legal/ConsentNotice.tsx': ['shell'],
  'src/web/legal/LegalCard.tsx': ['profile'],
  'src/web/notifications/Bell.tsx': ['shell'],
  'src/web/paper/CandleChart.tsx': ['articles'],
  'src/web/payments/destinations/AccountFields.tsx': ['settings'],
  'src/web/payments/destinations/field-text.ts': ['settings'],
  'src/web/payments/staff/TransfersCard.tsx': ['reconciliation'],
  'src/web/payments/staff/client-ibans-query.ts': ['reconciliation', 'settings'],
  'src/web/payments/staff/ReversalDialog.tsx': ['staff'],
  'src/web/payments/PaymentState.tsx': ['staff'],
  'src/web/payments/movement.ts': ['home'],
  'src/web/payments/payment-queries.ts': ['home'],
  'src/web/payments/use-fee-text.ts': ['settings'],
  'src/web/portfolio/overview-query.ts': ['home', 'trading'],
  'src/web/portfolio/parts.ts': ['home'],
  'src/web/settings/SettingRequest.tsx': ['approvals'],
  'src/web/settings/names.ts': ['approvals'],
  'src/web/approvals/ConnectionRequest.tsx': ['connections'],
  'src/web/approvals/ApprovalRequestNote.tsx': ['connections', 'imports', 'settings', 'operator', 'payments', 'staff'],
  'src/web/approvals/ImportRequest.tsx': ['imports'],
  'src/web/approvals/KeyRequest.tsx': ['operator'],
  'src/web/approvals/RequestedChange.tsx': ['staff'],
  'src/web/approvals/approvals-query.ts': ['connections', 'imports', 'operator', 'payments', 'staff'],
  'src/web/profile/ResendButton.tsx': ['payments', 'verification'],
  'src/web/screening/ClientScreening.tsx': ['staff'],
  'src/web/verification/verification-query.ts': ['home'],
  'src/web/profile/SettingsFrame.tsx': ['verification'],
  'src/web/profile/email/NewEmailField.tsx': ['staff'],
  'src/web/profile/factor/ProofHost.tsx': ['shell'],
  'src/web/profile/factor/ProofFields.tsx': [
    'connections',
    'settings',
    'legal',
    'operator',
    'payments',
    'approvals',
    'screening',
    'staff',
    'verification',
  ],
  'src/web/profile/factor/use-proof.ts': [
    'connections',
    'settings',
    'legal',
    'operator',
    'payments',
    'approvals',
    'screening',
    'staff',
    'verification',
  ],
  'src/web/payments/RestrictedNote.tsx': ['wallets'],
  'src/web/portfolio/use-is-new.ts': ['home', 'wallets'],
  'src/web/staff/clients-query.ts': ['payments', 'reconciliation'],
  'src/web/support/AskSupport.tsx': ['ipo', 'payments', 'trading', 'wallets'],
  'src/web/support/ChatBox.tsx': ['shell'],
  'src/web/support/ChatLauncher.tsx': ['shell'],
  'src/web/support/has-chat-box.ts': ['shell'],
  'src/web/support/pin/PinCard.tsx': ['profile'],
  'src/web/support/use-unsent-messages.ts': ['shell'],
  'src/web/trading/ClosedTable.tsx': ['paper'],
  'src/web/trading/DealsTable.tsx': ['paper'],
  'src/web/trading/TotalsOfRecords.tsx': ['paper'],
  'src/web/trading/TransferDialog.tsx': ['wallets', 'shell'],
  'src/web/wallets/conversion/ConvertDialog.tsx': ['shell'],
  'src/web/wallets/earlier/movement-names.ts': ['imports'],
  'src/web/wallets/earlier/use-earlier-columns.tsx': ['staff'],
  'src/web/wallets/StatementDialog.tsx': ['portfolio'],
};

const rules: Rule[] = [
  ...doorRules(doors),
  ...codeRules,
  ...moneyRules,
  ...webRules,
  ...wordRules,
  ...voiceRules,
  ...figureRules,
  ...repositoryRules,
];
const files = projectFiles();

describe.each(rules)('$name', ({ covers, find, bad }) => {
  it('is kept', () => {
    const broken = files
      .filter(({ path }) => covers(path))
      .flatMap((file) => find(file, files).map((finding) => describeFinding(file, finding)));
    expect(broken).toEqual([]);
  });

  it('notices a breach', () => {
    const unnoticed = bad.filter((file) => !covers(file.path) || find(file, [file]).length === 0);
    expect(unnoticed).toEqual([]);
  });
});

describe('the subjects of commits', () => {
  /** The last commit before the rule. A copy without this history, such as an archive, has no subjects to check. */
  const lastUnchecked = '014c5baa';
  const subjects = subjectsSince(lastUnchecked);

  it.skipIf(!subjects)('use no private words', () => {
    expect(wordsInSubjects(subjects ?? [])).toEqual([]);
  });

  it('are checked', () => {
    expect(wordsInSubjects(['support: Tell whoever waits.', 'support: Notify the client.'])).toHaveLength(2);
  });
});

describe('the list of doors', () => {
  it('names only imports that exist', () => {
    const unused = Object.entries(doors).flatMap(([door, guests]) =>
      guests
        .filter(
          (guest) =>
            !files.some(
              (file) =>
                isCode(file.path) &&
                file.path.split('/')[2] === guest &&
                importsOf(file).some(({ target }) => target === door),
            ),
        )
        .map((guest) => `${door} ← ${guest}`),
    );
    expect(unused).toEqual([]);
  });
});

describe('sizes', () => {
  it('allows no folder of code with more than 25 files', () => {
    const folders = files
      .map(({ path }) => dirname(path))
      .filter((folder) => /^(?:src|test|e2e|scripts|packages)(?:\/|$)/.test(folder));
    const full = [...new Set(folders)].filter((folder) => folders.filter((each) => each === folder).length > 25);
    expect(full).toEqual([]);
  });

  it('lists what is worth a second look', () => {
    const long = files
      .filter(({ path }) => isCode(path))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 200);
    if (long.length > 0) console.info(long.map(({ path, lines }) => `${path}: ${lines} lines`).join('\n'));
    expect(long.every(({ lines }) => lines <= 400)).toBe(true);
  });
});
