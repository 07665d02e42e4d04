import { useText } from '#web/platform/i18n/i18n.tsx';
import { TransfersCard } from '#web/payments/staff/TransfersCard.tsx';
import { Columns, Page } from '#web/ui/layout/Page.tsx';
import { ArrivalsCard } from './arrivals/ArrivalsCard.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { ComparisonCard } from './ComparisonCard.tsx';
import { FewIbansNote } from './FewIbansNote.tsx';
import { MethodsCard } from './MethodsCard.tsx';
import { StateLine } from './StateLine.tsx';
import { StatementsCard } from './StatementsCard.tsx';

/** Our books against their own rules, and against what others say of the same money. */
export function ReconciliationPage() {
  const t = useText();
  return (
    <Page title={t('reconciliation.title')} lead={<StateLine />} intro={t('reconciliation.intro')}>
      <FewIbansNote />
      <Columns wide even>
        <ComparisonCard kind="proof" />
        <ComparisonCard kind="platform" />
      </Columns>
      <TransfersCard />
      <MethodsCard />
      <StatementsCard />
      <ArrivalsCard />
      <BalanceCard />
    </Page>
  );
}
