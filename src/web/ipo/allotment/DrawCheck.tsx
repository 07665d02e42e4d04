import { useState } from 'react';
import type { Basis } from '#contract/ipo/records.ts';
import { fetchText } from '#web/platform/files/download.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { recomputeBasis, type Recomputed } from './recompute-basis.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** Lets the client's own browser repeat the draw, so that they need not take our word for the result. */
export function DrawCheck({ basis }: { basis: Basis }) {
  const t = useText();
  const [recomputed, setRecomputed] = useState<Recomputed>();
  const form = useCallForm({});
  const check = form.submit(async () => {
    const file = await fetchText('POST /api/ipo/basis/file', { body: { stock_id: basis.stock_id } });
    // A file that cannot be read agrees with nothing.
    setRecomputed(await recomputeBasis(file, basis).catch((): Recomputed => ({ agrees: false })));
  });
  return (
    <div className={flowStyles.stack}>
      <p>{t('ipo.draw_check_text')}</p>
      <div>
        <Button busy={form.busy} onClick={() => check()}>
          {t('ipo.draw_check')}
        </Button>
      </div>
      <FormErrors messages={form.messages} />
      <div role="status">{recomputed && <ResponseBody recomputed={recomputed} />}</div>
    </div>
  );
}

function ResponseBody({ recomputed }: { recomputed: Recomputed }) {
  const t = useText();
  const format = useFormat();
  if (!recomputed.agrees) {
    return (
      <Alert tone="negative" title={t('ipo.draw_differs')}>
        <p>{t('ipo.draw_differs_text')}</p>
      </Alert>
    );
  }
  const { rank, of, allotted } = recomputed;
  const values = { rank: format.number(rank), of: format.number(of), shares: format.number(allotted) };
  return (
    <Alert tone="positive" title={t('ipo.draw_agrees')}>
      <p>{t('ipo.draw_agrees_text', values)}</p>
    </Alert>
  );
}
