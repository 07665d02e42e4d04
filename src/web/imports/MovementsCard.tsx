import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { movementNames } from '#web/wallets/earlier/movement-names.ts';

/** Past movements in sum, to compare with the other system: the period, how many of each kind, how much in each currency. */
export function MovementsCard({ movements }: { movements: NonNullable<ImportDetails['movements']> }) {
  const t = useText();
  const { day, number } = useFormat();
  const { kinds, sums, from, to } = movements;
  return (
    <Card title={t('imports.movements')}>
      <DescriptionList
        items={[
          {
            term: t('wallets.statement_period'),
            details: t('imports.movements_period', { from: day(from), to: day(to) }),
          },
          ...kinds.map(({ kind, count }) => ({ term: t(movementNames[kind]), details: number(count) })),
          ...sums.map(({ currency, amount }) => ({
            term: t('imports.movements_sum', { currency }),
            details: <Flow amount={amount} currency={currency} />,
          })),
        ]}
      />
    </Card>
  );
}
