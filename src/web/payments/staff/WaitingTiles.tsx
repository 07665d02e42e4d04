import { useId } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { paymentKinds, type PaymentKind } from '#contract/payments/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Tile, Tiles } from '#web/ui/forms/Tiles.tsx';

interface WaitingTilesProps {
  /** Undefined until they are known. */
  totals: ResponseOf<'POST /api/staff/payments'>['totals'] | undefined;
  /** What the list shows of what waits; undefined where it shows anything else. */
  shown: PaymentKind | '' | undefined;
  onShow: (kind: PaymentKind | '') => void;
}

/** How much waits for staff, whatever the filters: all of it, and by kind. One that is chosen is what the list shows. */
export function WaitingTiles({ totals, shown, onShow }: WaitingTilesProps) {
  const t = useText();
  const format = useFormat();
  const group = useId();
  const all = totals?.reduce((sum, { count }) => sum + count, 0);
  return (
    <Tiles label={t('payments.waiting_title')} brief>
      <Tile
        group={group}
        name={t('payments.every_kind')}
        value={all === undefined ? '–' : format.number(all)}
        checked={shown === ''}
        onChoose={() => onShow('')}
      />
      {paymentKinds.map((kind) => {
        const total = totals?.find((each) => each.kind === kind);
        return (
          <Tile
            key={kind}
            group={group}
            name={t(`payments.kind_${kind}`)}
            value={totals ? format.number(total?.count ?? 0) : '–'}
            more={totals ? <Sum amount={total?.usd ?? '0'} currency="USD" /> : '–'}
            checked={shown === kind}
            onChoose={() => onShow(kind)}
          />
        );
      })}
    </Tiles>
  );
}
