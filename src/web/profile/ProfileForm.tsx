import type { User } from '#contract/auth/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { showResponse } from '#web/platform/api/show-response.ts';
import { userQuery } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ProofFields } from './factor/ProofFields.tsx';
import { useProof } from './factor/use-proof.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** Names, phone and address. */
export function ProfileForm({ user }: { user: User }) {
  const t = useText();
  const saved = {
    first_name: user.first_name,
    second_name: user.second_name,
    phone: user.phone ?? '',
    address: user.address ?? '',
  };
  const form = useCallForm({ ...saved, current_password: '', code: '' });
  const isChanged = Object.entries(saved).some(([name, value]) => form.values[name as keyof typeof saved] !== value);
  const takesProof = user.phone !== null && form.values.phone !== user.phone;
  const { byPassword, byPasskey } = useProof(
    form,
    async (proof, { current_password: _password, code: _code, ...values }) => {
      const body = takesProof ? { ...values, ...proof } : values;
      showResponse(userQuery.queryKey, await call('POST /api/settings/profile', { body }));
      toast({ text: t('common.m42_save_ok') });
    },
  );
  return (
    <form className={flowStyles.stack} noValidate data-unmarked onSubmit={byPassword}>
      <FormErrors messages={form.messages} />
      <div className={flowStyles.pair}>
        <TextField {...form.field('first_name')} label={t('profile.first_name')} autoComplete="given-name" required />
        <TextField
          {...form.field('second_name')}
          label={t('profile.second_name')}
          autoComplete="family-name"
          required
        />
      </div>
      <TextField
        {...form.field('phone')}
        type="tel"
        label={t('profile.phone')}
        hint={t('profile.phone_hint')}
        autoComplete="tel"
      />
      <TextAreaField
        {...form.field('address')}
        label={t('profile.address')}
        autoComplete="street-address"
        rows={2}
        maxLength={200}
      />
      {takesProof && <ProofFields form={form} onPasskey={byPasskey} />}
      <div className={flowStyles.foot} data-idle={isChanged ? undefined : true}>
        <Button type="submit" variant={isChanged ? 'primary' : 'secondary'} busy={form.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
