import { ReceiptText } from 'lucide-react';
import type { PlatformSession } from '#contract/paper.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { AccountFacts } from '#web/trading/AccountFacts.tsx';
import { DealsTable } from '#web/trading/DealsTable.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';

/** One account as the platform has it: who holds it, what is on it, what happened on it lately. */
export function Terminal({ session: { account, holder, deals } }: { session: PlatformSession }) {
  const t = useText();
  const { trading_account_id: number, currency } = account;
  return (
    <Page
      title={t('terminal.account_heading', { number, currency })}
      intro={t('terminal.holder', { name: holder })}
      actions={<BackLink />}
    >
      <Card>
        <AccountFacts account={account} />
      </Card>
      <Card title={t('terminal.deals_title')} flush>
        {deals.length > 0 ? (
          <DealsTable deals={deals} currency={currency} />
        ) : (
          <EmptyState icon={ReceiptText} title={t('trading.no_deals_title')} text={t('trading.no_deals_text')} />
        )}
      </Card>
    </Page>
  );
}

function BackLink() {
  const t = useText();
  return (
    <Go to="/trading-account" className={buttonClass()}>
      {t('terminal.back')}
    </Go>
  );
}
