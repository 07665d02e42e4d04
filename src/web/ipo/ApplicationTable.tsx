import type { IpoApplication } from '#contract/ipo.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import type { Tone } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import styles from './ApplicationTable.module.css';

/** What is good news, and what asks something of the client; anything else is plain. */
const tones: Partial<Record<IpoApplication['state'], Tone>> = {
  reconfirm_required: 'warning',
  allotted: 'positive',
  settled: 'positive',
  in_lock_up: 'accent',
  tradable: 'positive',
};

/** Applications, the latest first, with what was asked for and what came of it. */
export function ApplicationTable(props: { applications: readonly IpoApplication[]; caption: string }) {
  const t = useText();
  const format = useFormat();
  const columns: Column<IpoApplication>[] = [
    { key: 'issuer', header: t('ipo.issuer'), cell: (application) => <Issuer application={application} /> },
    { key: 'at', header: t('ipo.applied'), cell: ({ at }) => <When at={at} /> },
    {
      key: 'state',
      header: t('ipo.state'),
      cell: ({ state }) => <Badge tone={tones[state] ?? 'neutral'}>{t(`ipo.application_${state}`)}</Badge>,
    },
    { key: 'requested', header: t('ipo.requested'), numeric: true, cell: ({ quantity }) => format.number(quantity) },
    {
      key: 'allotted',
      header: t('ipo.allotted'),
      numeric: true,
      cell: ({ allotted_quantity }) =>
        allotted_quantity === null ? t('ipo.not_yet') : format.number(allotted_quantity),
    },
  ];
  return <DataTable caption={props.caption} columns={columns} rows={props.applications} rowKey={({ id }) => id} />;
}

function Issuer({ application: { issuer, ticker } }: { application: IpoApplication }) {
  return (
    <>
      <bdi className={styles.issuer}>{issuer}</bdi>
      <p className={styles.ticker}>
        <bdi>{ticker}</bdi>
      </p>
    </>
  );
}
