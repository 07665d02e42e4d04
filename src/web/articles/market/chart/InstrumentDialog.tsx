import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Instrument } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { instrumentsQuery, quotesQuery } from '../market-queries.ts';
import textStyles from '#web/ui/Text.module.css';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Chart.module.css';

interface InstrumentDialogProps {
  open: boolean;
  /** The one that is shown now. */
  symbol: string;
  onChoose: (symbol: string) => void;
  onClose: () => void;
}

/** Everything that is quoted, by name or symbol. */
export function InstrumentDialog({ open, onClose, ...list }: InstrumentDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={open}
      title={t('articles.chart_choose')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <Choice {...list} />
    </Dialog>
  );
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function Choice({ symbol, onChoose }: Pick<InstrumentDialogProps, 'symbol' | 'onChoose'>) {
  const t = useText();
  const [words, setWords] = useState('');
  const query = useQuery(instrumentsQuery(useLanguage()));
  const fits = ({ name, symbol: each }: Instrument) => plain(`${name} ${each}`).includes(plain(words.trim()));
  return (
    <div className={flowStyles.stack12}>
      <TextField
        type="search"
        label={t('articles.chart_search')}
        autoComplete="off"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Async query={query} skeleton={<SkeletonRows count={6} />}>
        {({ instruments }) => {
          const found = instruments.filter(fits);
          if (found.length === 0) return <p role="status">{t('articles.chart_no_match')}</p>;
          return (
            <ul className={styles.instruments}>
              {found.map((instrument) => (
                <li key={instrument.symbol}>
                  <button
                    type="button"
                    className={styles.instrument}
                    aria-current={instrument.symbol === symbol || undefined}
                    onClick={() => onChoose(instrument.symbol)}
                  >
                    <Line instrument={instrument} />
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Async>
    </div>
  );
}

function Line({ instrument: { symbol, name } }: { instrument: Instrument }) {
  const format = useFormat();
  const quote = useQuery(quotesQuery).data?.quotes.find((each) => each.symbol === symbol);
  return (
    <>
      <span>
        <bdi>{name}</bdi> <bdi className={textStyles.soft}>{symbol}</bdi>
      </span>
      {quote && (
        <span className={styles.quote}>
          <bdi>{format.price(quote.bid)}</bdi>
          <Delta trend={trendOf(quote.change_percent)} text={format.change(quote.change_percent)} />
        </span>
      )}
    </>
  );
}
