import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { suitabilityQuestions, type SuitabilityQuestion } from '#contract/ipo/names.ts';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { OutcomeText } from '#web/ui/feedback/OutcomeText.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { Questions, useQuestionAt } from '#web/ui/forms/Questions.tsx';
import { IpoPage } from './IpoPage.tsx';
import { refreshIpo } from './ipo-queries.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

const questions = Object.keys(suitabilityQuestions) as SuitabilityQuestion[];
const noAnswers = Object.fromEntries(questions.map((question) => [question, ''])) as Record<
  SuitabilityQuestion,
  string
>;
type Answers = RequestOf<'POST /api/ipo/suitability'>['body'];

/** Whether a client understands the product: a few questions, one at a time, and what follows from the answers. */
export function SuitabilityPage() {
  const t = useText();
  const { offering } = useSearch({ strict: false }) as { offering?: string };
  const [suitable, setSuitable] = useState<boolean | null>(null);
  return (
    <IpoPage title={t('ipo.suitability_title')} intro={t('ipo.suitability_intro')}>
      {suitable === null ? (
        <SuitabilityTest onJudged={setSuitable} />
      ) : (
        <Outcome suitable={suitable} offering={offering} onAgain={() => setSuitable(null)} />
      )}
    </IpoPage>
  );
}

function SuitabilityTest({ onJudged }: { onJudged: (suitable: boolean) => void }) {
  const t = useText();
  const form = useCallForm(noAnswers);
  const [at, setAt] = useQuestionAt(questions.map((question) => form.values[question]));
  const send = form.submit(async (answers) => {
    const { suitable } = await call('POST /api/ipo/suitability', { body: answers as Answers });
    refreshIpo();
    onJudged(suitable);
  });
  const wordsOf = (asked: SuitabilityQuestion, value: string) =>
    t(`ipo.answer_${asked}_${value}` as 'ipo.answer_experience_none');
  return (
    <Beside
      aside={
        <Card>
          <Steps>
            {questions.map((each, index) => (
              <Step
                key={each}
                state={index === at ? 'next' : form.values[each] ? 'done' : 'ahead'}
                more={form.values[each] && wordsOf(each, form.values[each])}
              >
                {t(`ipo.question_${each}`)}
              </Step>
            ))}
          </Steps>
        </Card>
      }
    >
      <Card>
        <Questions
          label={t('ipo.suitability_title')}
          questions={questions.map((question) => ({
            ...form.field(question),
            legend: t(`ipo.question_${question}`),
            options: suitabilityQuestions[question].map((value) => ({ value, label: wordsOf(question, value) })),
          }))}
          at={at}
          onMove={setAt}
          onSend={send}
          busy={form.busy}
          words={{
            progress: t('ipo.question_of', { number: at + 1, count: questions.length }),
            next: t('ipo.next_question'),
            previous: t('ipo.previous_question'),
            send: t('ipo.send_answers'),
          }}
          errors={<FormErrors messages={form.messages} />}
        />
      </Card>
    </Beside>
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
    <Card>
      <EmptyState
        icon={<Drawing name={suitable ? 'olive' : 'staircase'} />}
        title={<OutcomeText>{t(suitable ? 'ipo.suitable_title' : 'ipo.unsuitable_title')}</OutcomeText>}
        text={t(suitable ? 'ipo.suitable_text' : 'ipo.unsuitable_text')}
        action={
          <div className={flowStyles.row}>
            <Link
              to={offering ? `/ipo/calendar/${offering}` : '/ipo/calendar'}
              className={buttonClass({ variant: 'primary' })}
            >
              {t(offering ? 'ipo.back_to_offering' : 'ipo.see_calendar')}
            </Link>
            {!suitable && <Button onClick={onAgain}>{t('ipo.answer_again')}</Button>}
          </div>
        }
      />
    </Card>
  );
}
