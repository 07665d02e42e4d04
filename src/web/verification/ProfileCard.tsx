import type { ProfileAnswers, VerificationShown } from '#contract/verification/endpoints.ts';
import { profileQuestions, profileVersion, type ProfileQuestion } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useOptionText } from './option-text.ts';
import { StepCard } from './StepCard.tsx';
import { useDraft } from './use-draft.ts';
import { showVerification } from './verification-query.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

const questions = Object.keys(profileQuestions) as ProfileQuestion[];
const noAnswers = Object.fromEntries(questions.map((question) => [question, ''])) as Record<ProfileQuestion, string>;

/** Where a client's money comes from and what they plan to do with it. */
export function ProfileCard({ shown }: { shown: VerificationShown }) {
  const t = useText();
  const send = useOptionText();
  const { profile } = shown;
  return (
    <StepCard
      id="profile"
      title={t('verification.need_profile')}
      form={(close) => <ProfileForm shown={shown} onDone={close} />}
    >
      {profile && (
        <div className={flowStyles.stack}>
          {profile.version < profileVersion && <Alert tone="warning" title={t('verification.profile_old')} />}
          <DescriptionList
            value
            items={questions.map((question) => ({
              term: t(`verification.question_${question}`),
              details: send(question, profile.answers[question]),
            }))}
          />
        </div>
      )}
    </StepCard>
  );
}

function ProfileForm({ shown, onDone }: { shown: VerificationShown; onDone: () => void }) {
  const t = useText();
  const send = useOptionText();
  const draft = shown.drafts.find(({ step }) => step === 'profile')?.content ?? {};
  const form = useCallForm({ ...noAnswers, ...shown.profile?.answers, ...draft });
  const sendForGood = useDraft('profile', form.values);
  const save = form.submit(async (answers) => {
    const body = answers as ProfileAnswers;
    showVerification(await sendForGood(() => call('POST /api/verification/profile', { body })));
    toast({ text: t('common.m42_save_ok') });
    onDone();
  });
  return (
    <form className={flowStyles.stack} noValidate onSubmit={save}>
      <FormErrors messages={form.messages} />
      {questions.map((question) => (
        <RadioGroup
          key={question}
          {...form.field(question)}
          legend={t(`verification.question_${question}`)}
          options={profileQuestions[question].map((value) => ({ value, label: send(question, value) }))}
        />
      ))}
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
