import { Download } from 'lucide-react';
import type { RequestOf } from '#contract/api.ts';
import { download } from '#web/platform/download.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import type { HistoryFilter } from './history-query.ts';

/** Saves the deals that the filter lets through as a file for a spreadsheet. */
export function HistoryFileButton({ number, filter }: { number: string; filter: HistoryFilter }) {
  const t = useText();
  const form = useCallForm({});
  const query = Object.fromEntries(Object.entries(filter).filter(([, wish]) => wish !== '')) as NonNullable<
    RequestOf<'GET /api/trading-account/:number/history'>['query']
  >;
  const save = form.submit(() => download('GET /api/trading-account/:number/history', { params: { number }, query }));
  return (
    <Button size="small" icon={<Download {...icon} />} busy={form.busy} onClick={() => save()}>
      {t('trading.save_csv')}
    </Button>
  );
}
