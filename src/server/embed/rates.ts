import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { numbersFor } from '#contract/kernel/text/number-format.ts';
import { dateFormat } from '#contract/kernel/text/date-format.ts';
import type { Widget } from '#contract/settings/values/widgets.ts';
import { widgetLimits } from '#contract/settings/widget-names.ts';
import { marketFeed, nameOf, type MarketQuote } from '#server/market/feed.ts';
import type { App } from '#server/platform/app.ts';
import type { Row, Table } from './table.ts';

/** The latest prices, from memory. What the source does not quote is left out. */
export function ratesTable(app: App, { shown }: Pick<Widget, 'shown'>, language: Language): Table {
  const feed = marketFeed(app);
  const numbers = numbersFor({ language, numberStyle: defaultNumberStyle });

  const stateOf = ({ isOpen, isStale }: MarketQuote) => {
    if (!isOpen) return app.text(language, 'terminal.closed');
    return isStale ? app.text(language, 'terminal.stale') : undefined;
  };

  const rows = feed
    .instruments()
    .filter(({ symbol }) => shown.length === 0 || shown.includes(symbol))
    .slice(0, widgetLimits.shown)
    .flatMap((instrument): Row[] => {
      const { symbol } = instrument;
      const quote = feed.quote(symbol);
      if (!quote) return [];
      const { bid, ask, changePercent } = quote;
      const change = Number(changePercent);
      const tone = change === 0 ? undefined : change > 0 ? 'positive' : 'negative';
      const cells = [
        { text: nameOf(app, language, instrument), small: [symbol, stateOf(quote)].filter(Boolean).join(' · ') },
        { text: numbers.price(bid) },
        { text: numbers.price(ask) },
        { text: numbers.change(changePercent), tone } as const,
      ];
      return [{ id: symbol, cells }];
    });
  const at = dateFormat(language, { timeStyle: 'long', timeZone: 'UTC' })(app.clock.now());
  const columns = [
    { text: app.text(language, 'terminal.instrument'), isFigure: false },
    ...['terminal.bid', 'terminal.ask', 'articles.chart_today'].map((key) => ({
      text: app.text(language, key),
      isFigure: true,
    })),
  ];
  const simulated = feed.simulated ? [app.text(language, 'shell.simulated')] : [];
  return { columns, rows, note: [...simulated, at].join(' · ') };
}
