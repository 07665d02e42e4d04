import { useState } from 'react';
import type { Language } from '#contract/kernel/languages.ts';
import type { CataloguedReason } from '#contract/reasons/endpoints.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { showCatalogue } from './reasons-query.ts';

interface ReasonActionsProps {
  purpose: ReasonPurpose;
  reason: CataloguedReason;
  mayChange: boolean;
  fallback: Language;
}

/** Retires a reason or takes it up again; those of the broker have texts and earlier texts. */
export function ReasonActions({ purpose, reason, mayChange, fallback }: ReasonActionsProps) {
  const t = useText();
  const [open, setOpen] = useState<'edit' | 'history'>();
  const form = useCallForm({ active: '' });
  const { code, own, active } = reason;
  const toggle = form.submit(async () => {
    showCatalogue(await call('POST /api/staff/reasons/active', { body: { purpose, code, active: !active } }));
    toast({ text: t(active ? 'reasons.is_retired' : 'reasons.is_active') });
  });
  const close = () => setOpen(undefined);
  return (
    <>
      <span className={flowStyles.centred4}>
        {mayChange && own && <Button onClick={() => setOpen('edit')}>{t('reasons.edit')}</Button>}
        {own && (
          <Button variant="quiet" onClick={() => setOpen('history')}>
            {t('reasons.history')}
          </Button>
        )}
        {mayChange && (
          <Button variant="quiet" busy={form.busy} onClick={() => toggle()}>
            {t(active ? 'reasons.retire' : 'reasons.activate')}
          </Button>
        )}
      </span>
      <FormErrors messages={form.messages} />
      {open === 'edit' && <ReasonDialog purpose={purpose} reason={reason} fallback={fallback} onClose={close} />}
      {open === 'history' && <HistoryDialog purpose={purpose} code={code} onClose={close} />}
    </>
  );
}
