import type { Position } from '#contract/trading/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Result } from '../Result.tsx';
import { usePlain } from '../use-plain.ts';
import styles from './PositionRows.module.css';
import { NoPositions, PositionButtons } from './PositionsTable.tsx';
import { SymbolButton } from './SymbolButton.tsx';
import { usePositionDialogs, type PositionActs } from './use-position-dialogs.tsx';

/** Open positions on a phone: a row each, which opens. */
export function PositionRows({ positions }: { positions: readonly Position[] }) {
  const { acts, dialogs } = usePositionDialogs();
  if (positions.length === 0) return <NoPositions />;
  return (
    <>
      <ul>
        {positions.map((position) => (
          <li key={position.ticket}>
            <Row position={position} acts={acts} />
          </li>
        ))}
      </ul>
      {dialogs}
    </>
  );
}

function Row({ position, acts }: { position: Position; acts: PositionActs }) {
  const t = useText();
  const format = useFormat();
  const plain = usePlain();
  const { symbol, side, volume, open_price, price, sl, tp, swap, profit, opened_at } = position;
  const written = (of: string | null) => (of === null ? '–' : format.price(of));
  return (
    <details className={styles.row}>
      <summary>
        <span className={styles.symbol}>
          <bdi>{symbol}</bdi>
        </span>
        <Result amount={profit} className={styles.result} />
        <span className={styles.soft}>
          {t(`terminal.side_${side}`)} <bdi>{volume}</bdi>
        </span>
        <bdi className={styles.soft} dir="ltr">
          {format.price(open_price)} → {written(price)}
        </bdi>
      </summary>
      <dl className={styles.more}>
        <dt>{t('terminal.sl')}</dt>
        <dd>{written(sl)}</dd>
        <dt>{t('terminal.tp')}</dt>
        <dd>{written(tp)}</dd>
        <dt>{t('terminal.swap')}</dt>
        <dd>
          <bdi>{plain.change(swap)}</bdi>
        </dd>
        <dt>{t('terminal.opened')}</dt>
        <dd>
          <DateTime at={opened_at} />
        </dd>
      </dl>
      <div className={styles.acts}>
        <SymbolButton symbol={symbol} />
        <PositionButtons position={position} acts={acts} />
      </div>
    </details>
  );
}
