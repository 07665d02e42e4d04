import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { useCountryOptions } from '#web/platform/i18n/use-country-options.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { userQuery, useSignedIn } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Answers } from './Answers.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { useDraft } from '../use-draft.ts';
import { showVerification } from '../verification-query.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/** The client's personal data. */
export function PersonStep({ shown }: { shown: VerificationShown }) {
  const t = useText();
  const format = useFormat();
  const user = useSignedIn();
  const { person } = shown;
  return (
    <Answers form={(close) => <PersonForm shown={shown} onDone={close} />}>
      {person && (
        <DescriptionList
          items={[
            {
              term: t('verification.name'),
              details: <bdi>{user.full_name}</bdi>,
            },
            { term: t('verification.birth_on'), details: format.day(person.birth_on) },
            { term: t('verification.nationality'), details: format.country(person.nationality) },
            { term: t('verification.phone'), details: <bdi>{user.phone}</bdi> },
            { term: t('verification.address'), details: <bdi>{user.address}</bdi> },
          ]}
        />
      )}
    </Answers>
  );
}

function PersonForm({ shown, onDone }: { shown: VerificationShown; onDone: () => void }) {
  const t = useText();
  const user = useSignedIn();
  const countries = useCountryOptions();
  const draft = shown.drafts.find(({ step }) => step === 'person')?.content ?? {};
  const form = useCallForm({
    first_name: user.first_name,
    second_name: user.second_name,
    birth_on: shown.person?.birth_on ?? '',
    nationality: shown.person?.nationality ?? user.country,
    phone: user.phone ?? '',
    address: user.address ?? '',
    ...draft,
    current_password: '',
    code: '',
  });
  const { current_password: _password, code: _code, ...person } = form.values;
  const sendForGood = useDraft('person', person);
  const takesProof = user.phone !== null && form.values.phone !== user.phone;
  const { byPassword, byPasskey } = useProof(
    form,
    async (proof, { current_password: _password, code: _code, ...values }) => {
      const body = takesProof ? { ...values, ...proof } : values;
      showVerification(await sendForGood(() => call('POST /api/verification/person', { body })));
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
      toast({ text: t('common.m42_save_ok') });
      onDone();
    },
  );
  // A level that staff have set locks what was given, and leaves open what was not.
  const isLocked = (fact: 'birth_on' | 'nationality') => shown.name_locked && Boolean(shown.person?.[fact]);
  return (
    <form className={flowStyles.stack} noValidate onSubmit={byPassword}>
      <FormErrors messages={form.messages} />
      {shown.name_locked && <p className={textStyles.soft}>{t('verification.name_is_locked')}</p>}
      <div className={flowStyles.pair}>
        <TextField
          {...form.field('first_name')}
          label={t('verification.first_name')}
          disabled={shown.name_locked}
          required
        />
        <TextField
          {...form.field('second_name')}
          label={t('verification.second_name')}
          disabled={shown.name_locked}
          required
        />
      </div>
      <div className={flowStyles.pair}>
        <DateField
          {...form.field('birth_on')}
          label={t('verification.birth_on')}
          autoComplete="bday"
          disabled={isLocked('birth_on')}
          required
        />
        <ComboField
          {...form.field('nationality')}
          label={t('verification.nationality')}
          options={countries}
          disabled={isLocked('nationality')}
          required
        />
      </div>
      <TextField
        {...form.field('phone')}
        type="tel"
        label={t('verification.phone')}
        hint={t('verification.phone_hint')}
        autoComplete="tel"
        required
      />
      <TextField
        {...form.field('address')}
        label={t('verification.address')}
        hint={t('verification.address_hint')}
        autoComplete="street-address"
        maxLength={200}
        required
      />
      {takesProof && <ProofFields form={form} onPasskey={byPasskey} />}
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
