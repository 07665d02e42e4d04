import type { PriceNews } from '#contract/market/names.ts';

/** Prices that are known with those that were just said; what was not said stays, and what is not listed is left out. */
export function withNews<Quote extends { symbol: string }>(
  quotes: readonly Quote[],
  update: readonly PriceNews[],
  take: (quote: Quote, news: PriceNews) => Quote,
): Quote[] {
  const bySymbol = new Map(update.map((news) => [news.symbol, news]));
  return quotes.map((quote) => {
    const news = bySymbol.get(quote.symbol);
    return news ? take(quote, news) : quote;
  });
}
