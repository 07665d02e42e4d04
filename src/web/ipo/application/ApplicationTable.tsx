import type { IpoApplication } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { cx } from '#web/ui/cx.ts';
import { visuallyHiddenOnPhone } from '#web/ui/VisuallyHidden.tsx';
import { ApplicationState } from './ApplicationState.tsx';
import { isHeld } from './is-held.ts';
import { NextLine } from './NextLine.tsx';
import textStyles from '#web/ui/Text.module.css';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** Applications with their status, their holds, and who acts next by when. */
export function ApplicationTable(props: { applications: readonly IpoApplication[]; caption: string }) {
  const t = useText();
  const columns: Column<IpoApplication>[] = [
    { key: 'issuer', header: t('ipo.application'), cell: (application) => <Named application={application} /> },
    {
      key: 'state',
      header: t('ipo.state'),
      bare: true,
      cell: ({ state, reason }) => (
        <>
          <ApplicationState state={state} />
          {reason && <p className={textStyles.soft}>{reason.explanation}</p>}
        </>
      ),
    },
    {
      key: 'shares',
      header: t('ipo.number_of_shares'),
      numeric: true,
      cell: (application) => <Shares application={application} />,
    },
    {
      key: 'held',
      header: t('ipo.frozen'),
      numeric: true,
      cell: ({ held, currency, state }) => isHeld(state) && <Sum amount={held} currency={currency} />,
    },
    {
      key: 'next',
      header: t('ipo.next'),
      wide: true,
      cell: ({ next }) => next && <NextLine next={next} />,
    },
  ];
  return (
    <DataTable
      caption={props.caption}
      columns={columns}
      rows={props.applications}
      rowKey={({ id }) => id}
      sign={({ issuer }) => <Avatar name={issuer} size={36} tile />}
    />
  );
}

function Named({ application: { id, issuer, ticker, number, at } }: { application: IpoApplication }) {
  return (
    <>
      <Link to={`/ipo/my-ipo/${id}`}>
        <bdi>{issuer}</bdi>
      </Link>
      <p className={cx(flowStyles.facts, textStyles.soft, visuallyHiddenOnPhone)}>
        <bdi>{ticker}</bdi>
        <RecordNumber value={number} />
        <DateTime at={at} as="brief" />
      </p>
    </>
  );
}

/** As many as were allotted, or as it asks for as long as that is open. */
function Shares({ application: { quantity, allotted_quantity: allotted } }: { application: IpoApplication }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {t('ipo.shares', { count: allotted ?? quantity })}
      {allotted !== null && allotted < quantity && (
        <p className={cx(textStyles.soft, visuallyHiddenOnPhone)}>
          {t('ipo.requested')} {format.number(quantity)}
        </p>
      )}
    </>
  );
}
