import type { ShownHit } from '#contract/screening/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { showHit } from './screening-queries.ts';

/** Clears or confirms a hit, or requests it, with the reason. */
export function DecideForm({ hit }: { hit: ShownHit }) {
  const t = useText();
  const acts = hit.state === 'open' ? (['clear', 'confirm'] as const) : (['clear'] as const);
  const form = useCallForm({ act: 'clear', reason: '', current_password: '', code: '' });
  const { act, reason } = form.values;
  const { byPassword, byPasskey } = useProof(form, async (proof) => {
    const body = { hit_id: hit.id, reason, ...proof };
    showHit(
      act === 'confirm'
        ? await call('POST /api/staff/screening/confirm', { body })
        : await call('POST /api/staff/screening/clear', { body }),
    );
    toast({ text: t('common.m42_save_ok') });
  });
  return (
    <form className={flowStyles.stack} noValidate onSubmit={byPassword}>
      <FormErrors messages={form.messages} />
      <RadioGroup
        {...form.field('act')}
        legend={t('verification.decision')}
        options={acts.map((value) => ({ value, label: t(`screening.${value}`) }))}
      />
      {(act === 'clear' || hit.kind !== 'sanction') && <p className={textStyles.soft}>{t('screening.takes_two')}</p>}
      <TextAreaField {...form.field('reason')} label={t('screening.reason')} rows={3} maxLength={500} required />
      <ProofFields form={form} onPasskey={byPasskey} />
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t(act === 'confirm' ? 'screening.confirm' : 'screening.clear')}
        </Button>
      </div>
    </form>
  );
}
