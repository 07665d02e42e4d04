import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useFeeText } from '#web/payments/use-fee-text.ts';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import styles from '../Settings.module.css';
import type { ShownProps } from '../kinds/kind.ts';
import { isOf, wayGroups, type Terms, type WayGroup } from './ways.ts';

/** Ways to pay with their price, a table for each method and direction. */
export function PaymentTerms({ value, whole }: ShownProps<Terms>) {
  const nameOf = useGroupName();
  const groups = wayGroups
    .map((group) => ({ group, name: nameOf(group), ways: value.filter(isOf(group)) }))
    .filter(({ ways }) => ways.length > 0);
  return (
    <div className={whole ? styles.group : styles.folds}>
      {groups.map(({ group, name, ways }) =>
        whole ? (
          <div key={name}>
            <p>{name}</p>
            <WaysTable name={name} group={group} ways={ways} />
          </div>
        ) : (
          <Disclosure key={name} label={<CountedName name={name} count={ways.length} />}>
            <WaysTable name={name} group={group} ways={ways} />
          </Disclosure>
        ),
      )}
    </div>
  );
}

/** `Deposits: Bank transfer`. */
export function useGroupName(): (group: WayGroup) => string {
  const t = useText();
  return ({ method, kind }) => t(`settings.${kind}s_by`, { method: t(`payments.method_${method}`) });
}

export function CountedName({ name, count }: { name: string; count: number }) {
  const t = useText();
  return (
    <>
      {name} · {t('settings.currency_count', { count })}
    </>
  );
}

function WaysTable({ name, group, ways }: { name: string; group: WayGroup; ways: Terms }) {
  const t = useText();
  const { money, number } = useFormat();
  const feeText = useFeeText();
  const isDeposit = group.kind === 'deposit';
  return (
    <DataTable
      caption={name}
      rows={ways}
      rowKey={({ currency }) => currency}
      columns={[
        { key: 'currency', header: t('settings.currency'), cell: ({ currency }) => currency },
        {
          key: 'amount',
          header: t('payments.amount'),
          cell: (way) => (
            <bdi>
              {t('payments.amount_hint', {
                min: money(way.min, way.currency),
                max: money(way.max, way.currency),
                fee: feeText(way),
              })}
            </bdi>
          ),
        },
        { key: 'days', header: t('settings.working_days'), numeric: true, cell: ({ days }) => number(days) },
        ...(isDeposit
          ? [
              {
                key: 'open',
                header: t('settings.open_days'),
                numeric: true,
                cell: ({ open_days: days }: Terms[number]) => number(days),
              },
            ]
          : []),
      ]}
    />
  );
}
