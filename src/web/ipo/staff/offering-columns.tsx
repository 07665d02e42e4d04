import type { StaffOffering } from '#contract/ipo/staff-records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { cx } from '#web/ui/cx.ts';
import { State } from '#web/ui/State.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { OfferingState } from '../offering/OfferingState.tsx';
import textStyles from '#web/ui/Text.module.css';
import { NextStep } from './NextStep.tsx';

/** Offerings with their books in brief; the name opens one. */
export function useOfferingColumns(): Column<StaffOffering>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      key: 'offering',
      header: t('offerings.offering'),
      bare: true,
      cell: ({ stock_id, issuer, ticker, exchange }) => (
        <>
          <Link to={`/admin/ipo/${stock_id}`}>
            <bdi>{issuer}</bdi>
          </Link>
          <p className={cx(textStyles.soft, textStyles.wide)}>
            <bdi>{ticker}</bdi> · <bdi>{exchange}</bdi>
          </p>
        </>
      ),
    },
    { key: 'state', header: t('ipo.state'), bare: true, cell: (row) => <StatusCell row={row} /> },
    {
      key: 'demand',
      header: t('ipo.demand'),
      numeric: true,
      cell: ({ requested, quota, applicants }) =>
        applicants > 0 && (
          <div title={t('ipo.by_applicants', { count: applicants })}>
            <bdi>{format.number(Math.round((100 * requested) / quota) / 100)}×</bdi>
            <p className={cx(textStyles.soft, textStyles.wide)}>
              {t('offerings.demand_of_quota', { requested: format.number(requested), quota: format.number(quota) })}
            </p>
          </div>
        ),
    },
    {
      key: 'held',
      header: t('ipo.held'),
      numeric: true,
      labelled: true,
      cell: ({ held, currency }) => !/^[0.]+$/.test(held) && <Sum amount={held} currency={currency} />,
    },
  ];
}

/** Where it stands, what it waits for a person to do, and what the clock does next. */
function StatusCell({
  row: { state, next, waits_for: step, approval_request: approvalRequest },
}: {
  row: StaffOffering;
}) {
  const t = useText();
  const waits =
    step === 'decision'
      ? approvalRequest && (`waits_${approvalRequest.action}` as const)
      : step && (`step_${step}` as const);
  return (
    <>
      {waits ? (
        <>
          <State tone={approvalRequest?.mine ? 'others' : 'warning'}>{t(`offerings.${waits}`)}</State>
          <p className={cx(textStyles.soft, textStyles.wide)}>{t(`ipo.state_${state}`)}</p>
        </>
      ) : (
        <OfferingState state={state} reader="staff" />
      )}
      {approvalRequest?.mine && <p className={cx(textStyles.soft, textStyles.wide)}>{t('offerings.waits_mine')}</p>}
      {next && (
        <p className={cx(textStyles.soft, textStyles.wide)}>
          <NextStep next={next} />
        </p>
      )}
    </>
  );
}
