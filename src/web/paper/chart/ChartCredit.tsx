import { useText } from '#web/platform/i18n/i18n.tsx';

/** The licence of the chart's library asks for it. */
export function ChartCredit({ className }: { className: string | undefined }) {
  const t = useText();
  return (
    <p className={className}>
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        {t('terminal.chart_credit')}
      </a>
    </p>
  );
}
