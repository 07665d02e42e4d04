import { useState } from 'react';
import type { IpoHolding } from '#contract/ipo/records.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ExitQuoteView } from './ExitQuoteView.tsx';
import { QuantityField } from '../QuantityField.tsx';
import textStyles from '#web/ui/Text.module.css';
import { useEarlyExit } from './use-early-exit.ts';

/** Leaves before the lock-up ends: first the price, which holds for some seconds, then the sale at that price. */
export function EarlyExitButton({ holding }: { holding: IpoHolding }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { form, offer, secondsLeft, start, change, submit } = useEarlyExit(holding, () => setOpen(false));
  const { issuer, quantity } = holding;
  const isLiving = offer !== null && secondsLeft > 0;
  return (
    <>
      <Button
        size="small"
        aria-label={t('ipo.exit_of', { issuer })}
        onClick={() => {
          start();
          setOpen(true);
        }}
      >
        {t('ipo.early_exit')}
      </Button>
      <FormDialog
        open={open}
        title={t('ipo.exit_title', { issuer })}
        confirmText={t(isLiving ? 'ipo.exit_confirm' : 'ipo.exit_ask')}
        form={form}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <p className={textStyles.soft}>{t('ipo.exit_text')}</p>
        <QuantityField
          label={t('ipo.number_of_shares')}
          error={form.field('quantity').error}
          value={form.values.quantity}
          step={1}
          min={1}
          max={quantity}
          onChange={change}
        />
        {isLiving && <ExitQuoteView quote={offer.quote} secondsLeft={secondsLeft} />}
        {offer && !isLiving && <Alert tone="warning" title={t('ipo.exit_over')} />}
      </FormDialog>
    </>
  );
}
