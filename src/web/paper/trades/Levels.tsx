import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';

/** Stop loss and take profit, where they are set. */
export function Levels({ record: { sl, tp } }: { record: { sl: string | null; tp: string | null } }) {
  const t = useText();
  const format = useFormat();
  if (sl === null && tp === null) return t('terminal.no_levels');
  return (
    <>
      {sl !== null && <p>{t('terminal.sl_at', { price: format.price(sl) })}</p>}
      {tp !== null && <p>{t('terminal.tp_at', { price: format.price(tp) })}</p>}
    </>
  );
}
