import { useState } from 'react';
import type { Language } from '#contract/kernel/languages.ts';
import type { CataloguedReason } from '#contract/reasons/endpoints.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Menu, type MenuAct } from '#web/ui/Menu.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { showCatalogue } from './reasons-query.ts';

interface ReasonActionsProps {
  purpose: ReasonPurpose;
  /** All of the purpose, in their order. */
  codes: readonly string[];
  reason: CataloguedReason;
  mayChange: boolean;
  fallback: Language;
}

/** Moves a reason, retires it or takes it up again; those of the broker have texts and earlier texts. */
export function ReasonActions({ purpose, codes, reason, mayChange, fallback }: ReasonActionsProps) {
  const t = useText();
  const [open, setOpen] = useState<'edit' | 'history'>();
  const form = useCallForm({ active: '' });
  const { code, own, active } = reason;
  const toggle = form.submit(async () => {
    showCatalogue(await call('POST /api/staff/reasons/active', { body: { purpose, code, active: !active } }));
    toast({ text: t(active ? 'reasons.is_retired' : 'reasons.is_active') });
  });
  const at = codes.indexOf(code);
  const move = (by: 1 | -1) =>
    form.submit(async () => {
      const order = codes.toSpliced(at, 1).toSpliced(at + by, 0, code);
      showCatalogue(await call('POST /api/staff/reasons/order', { body: { purpose, codes: order } }));
    })();
  const close = () => setOpen(undefined);
  const acts: MenuAct[] = own ? [{ label: t('reasons.history'), onChoose: () => setOpen('history') }] : [];
  if (mayChange) {
    if (own) acts.unshift({ label: t('reasons.edit'), onChoose: () => setOpen('edit') });
    if (at > 0) acts.push({ label: t('reasons.up'), onChoose: () => move(-1) });
    if (at < codes.length - 1) acts.push({ label: t('reasons.down'), onChoose: () => move(1) });
    const label = t(active ? 'reasons.retire' : 'reasons.activate');
    acts.push({ label, danger: active, onChoose: () => toggle() });
  }
  return (
    <>
      <Menu label={t('lists.acts_on', { name: reason.explanation })} acts={acts} />
      <FormErrors messages={form.messages} />
      {open === 'edit' && <ReasonDialog purpose={purpose} reason={reason} fallback={fallback} onClose={close} />}
      {open === 'history' && <HistoryDialog purpose={purpose} code={code} onClose={close} />}
    </>
  );
}
