import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { suitabilityQuestions, type SuitabilityQuestion } from '#contract/ipo/names.ts';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { IpoPage } from './IpoPage.tsx';
import { refreshIpo } from './ipo-queries.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

const questions = Object.keys(suitabilityQuestions) as SuitabilityQuestion[];
const noAnswers = Object.fromEntries(questions.map((question) => [question, ''])) as Record<
  SuitabilityQuestion,
  string
>;
type Answers = RequestOf<'POST /api/ipo/suitability'>['body'];

/** Whether a client understands the product: a few questions, and what follows from the answers. */
export function SuitabilityPage() {
  const t = useText();
  const { offering } = useSearch({ strict: false }) as { offering?: string };
  const [suitable, setSuitable] = useState<boolean | null>(null);
  const form = useCallForm(noAnswers);
  const answer = form.submit(async (answers) => {
    setSuitable((await call('POST /api/ipo/suitability', { body: answers as Answers })).suitable);
    refreshIpo();
  });
  return (
    <IpoPage title={t('ipo.suitability_title')} intro={t('ipo.suitability_intro')}>
      <Card>
        {suitable === null ? (
          <form className={flowStyles.stack} noValidate onSubmit={answer}>
            <FormErrors messages={form.messages} />
            {questions.map((question) => (
              <RadioGroup
                key={question}
                {...form.field(question)}
                legend={t(`ipo.question_${question}`)}
                options={suitabilityQuestions[question].map((value) => ({
                  value,
                  label: t(`ipo.answer_${question}_${value}` as 'ipo.answer_experience_none'),
                }))}
              />
            ))}
            <div>
              <Button type="submit" variant="primary" busy={form.busy}>
                {t('ipo.send_answers')}
              </Button>
            </div>
          </form>
        ) : (
          <Outcome suitable={suitable} offering={offering} onAgain={() => setSuitable(null)} />
        )}
      </Card>
    </IpoPage>
  );
}

interface OutcomeProps {
  suitable: boolean;
  /** The offering to go back to. */
  offering: string | undefined;
  onAgain: () => void;
}

function Outcome({ suitable, offering, onAgain }: OutcomeProps) {
  const t = useText();
  return (
    <div className={flowStyles.stack}>
      <Alert
        tone={suitable ? 'positive' : 'warning'}
        role="status"
        title={t(suitable ? 'ipo.suitable_title' : 'ipo.unsuitable_title')}
      >
        <p>{t(suitable ? 'ipo.suitable_text' : 'ipo.unsuitable_text')}</p>
      </Alert>
      <div className={flowStyles.row}>
        <Link
          to={offering ? `/ipo/calendar/${offering}` : '/ipo/calendar'}
          className={buttonClass({ variant: 'primary' })}
        >
          {t(offering ? 'ipo.back_to_offering' : 'ipo.see_calendar')}
        </Link>
        {!suitable && <Button onClick={onAgain}>{t('ipo.answer_again')}</Button>}
      </div>
    </div>
  );
}
