import type { ProfileAnswers, VerificationShown } from '#contract/verification/endpoints.ts';
import { profileQuestions, profileVersion, type ProfileQuestion } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { Questions, useQuestionAt } from '#web/ui/forms/Questions.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Answers } from './Answers.tsx';
import { useOptionText } from '../option-text.ts';
import { useDraft } from '../use-draft.ts';
import { showVerification } from '../verification-query.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

const questions = Object.keys(profileQuestions) as ProfileQuestion[];
const noAnswers = Object.fromEntries(questions.map((question) => [question, ''])) as Record<ProfileQuestion, string>;

/** Where a client's money comes from and what they plan to do with it. */
export function ProfileStep({ shown }: { shown: VerificationShown }) {
  const t = useText();
  const send = useOptionText();
  const { profile } = shown;
  const isOld = profile !== null && profile.version < profileVersion;
  return (
    <Answers
      outdated={isOld}
      form={(close) => (
        <div className={flowStyles.stack}>
          {isOld && <Alert tone="warning" title={t('verification.profile_old')} />}
          <ProfileForm shown={shown} onDone={close} />
        </div>
      )}
    >
      {profile && (
        <DescriptionList
          items={questions.map((question) => ({
            term: t(`verification.question_${question}`),
            details: send(question, profile.answers[question]),
          }))}
        />
      )}
    </Answers>
  );
}

function ProfileForm({ shown, onDone }: { shown: VerificationShown; onDone: () => void }) {
  const t = useText();
  const send = useOptionText();
  const draft = shown.drafts.find(({ step }) => step === 'profile')?.content ?? {};
  const form = useCallForm({ ...noAnswers, ...shown.profile?.answers, ...draft });
  const [at, setAt] = useQuestionAt(questions.map((question) => form.values[question]));
  const sendForGood = useDraft('profile', form.values);
  const save = form.submit(async (answers) => {
    const body = answers as ProfileAnswers;
    showVerification(await sendForGood(() => call('POST /api/verification/profile', { body })));
    toast({ text: t('common.m42_save_ok') });
    onDone();
  });
  return (
    <Questions
      label={t('verification.need_profile')}
      questions={questions.map((question) => ({
        ...form.field(question),
        legend: t(`verification.question_${question}`),
        options: profileQuestions[question].map((value) => ({ value, label: send(question, value) })),
      }))}
      at={at}
      onMove={setAt}
      onSend={save}
      busy={form.busy}
      words={{
        progress: t('verification.question_of', { number: at + 1, count: questions.length }),
        next: t('verification.next_question'),
        previous: t('verification.previous_question'),
        send: t('common.save'),
      }}
      errors={<FormErrors messages={form.messages} />}
    />
  );
}
