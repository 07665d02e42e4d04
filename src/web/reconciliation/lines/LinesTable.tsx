import type { ReactNode } from 'react';
import type { LineResult } from '#contract/reconciliation/names.ts';
import { openResults } from '#contract/reconciliation/names.ts';
import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { State } from '#web/ui/State.tsx';
import type { Tone } from '#web/ui/tone.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import textStyles from '#web/ui/Text.module.css';
import { mayExplain } from '../may-explain.ts';

type Line = StatementLineInfo;

const tones: Record<LineResult, Tone> = {
  credited: 'neutral',
  waiting: 'others',
  matched: 'neutral',
  proposed: 'warning',
  unknown: 'warning',
  repeated: 'neutral',
  dismissed: 'neutral',
};

interface LinesTableProps {
  rows: readonly Line[];
  onCredit: (line: Line) => void;
  onDismiss: (line: Line) => void;
}

/** What the bank says, what became of it, and the payment that it is or probably is. */
export function LinesTable({ rows, onCredit, onDismiss }: LinesTableProps) {
  const t = useText();
  const may = mayExplain(useSignedIn());
  // A line that repeats another one may be a second payment that is the same in everything.
  const actsOf = (line: Line) => [
    ...(Number(line.amount) > 0 && (isOpen(line) || line.result === 'repeated')
      ? [{ label: t('reconciliation.credit_line'), onChoose: () => onCredit(line) }]
      : []),
    ...(isOpen(line) ? [{ label: t('reconciliation.dismiss_line'), onChoose: () => onDismiss(line) }] : []),
  ];
  const columns: Column<Line>[] = [
    {
      key: 'what',
      header: t('reconciliation.what'),
      cell: ({ name, reference, on }) => <What name={name} text={<bdi>{reference}</bdi>} on={on} />,
    },
    {
      key: 'amount',
      header: t('reconciliation.amount'),
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} exact />,
    },
    { key: 'result', header: t('reconciliation.result'), cell: (line) => <Result line={line} /> },
    { key: 'payment', header: t('reconciliation.payment'), cell: (line) => <Payment line={line} /> },
    {
      key: 'acts',
      header: t('reconciliation.acts'),
      acts: true,
      cell: (line) =>
        may && actsOf(line).length > 0 ? (
          <Menu label={t('reconciliation.decide', { number: line.number })} acts={actsOf(line)} />
        ) : null,
    },
  ];
  return <DataTable caption={t('reconciliation.lines_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

const isOpen = ({ result }: Line): boolean => openResults.some((each) => each === result);

interface WhatProps {
  name: string | null;
  text: ReactNode;
  on: string | null;
}

/** A movement of a statement: the other party, what else is known of it, and the day. */
export function What({ name, text, on }: WhatProps) {
  const format = useFormat();
  return (
    <>
      {name && <bdi>{name}</bdi>}
      <p className={name ? textStyles.soft : undefined}>{text}</p>
      {on && <p className={textStyles.soft}>{format.day(on)}</p>}
    </>
  );
}

function Result({ line: { result, doubt, confidence, repeats, decided } }: { line: Line }) {
  const t = useText();
  const format = useFormat();
  if (result === null) return <State tone="others">{t('reconciliation.state_settling')}</State>;
  const sure = result === 'proposed' && confidence !== null;
  return (
    <>
      <State tone={tones[result]}>{t(`reconciliation.line_${result}`)}</State>
      {doubt && <p className={textStyles.soft}>{t(`reconciliation.doubt_${doubt}`)}</p>}
      {sure && (
        <p className={textStyles.soft}>
          {t('reconciliation.confidence', { percent: format.percent(String(confidence)) })}
        </p>
      )}
      {repeats && (
        <p className={textStyles.soft}>
          <Link to={`/admin/reconciliation/${repeats.run_id}`}>
            {t('reconciliation.repeats', { number: repeats.number, name: repeats.name })}
          </Link>
        </p>
      )}
      {decided && (
        <p className={textStyles.soft}>
          {decided.note && <bdi>{decided.note} · </bdi>}
          <bdi>{decided.by}</bdi> · <DateTime at={decided.at} />
        </p>
      )}
    </>
  );
}

function Payment({ line: { payment, client: owner } }: { line: Line }) {
  const client = payment?.client ?? owner;
  if (!client) return '–';
  return (
    <>
      {payment && (
        <Link to={`/admin/money/${payment.id}`}>
          <RecordNumber value={payment.number} />
        </Link>
      )}
      <p>
        <Link to={`/admin/clients/${client.id}`}>
          <bdi>{client.name}</bdi>
        </Link>
      </p>
    </>
  );
}
