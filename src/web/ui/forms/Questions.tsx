import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Meter } from '../figures/Meter.tsx';
import { RadioGroup, type RadioGroupProps } from './RadioGroup.tsx';
import flowStyles from '../layout/Flow.module.css';
import textStyles from '../Text.module.css';

interface QuestionsProps {
  /** What the questions are about; read, not shown. */
  label: string;
  /** Each with its answers and what is chosen of them. */
  questions: readonly Pick<RadioGroupProps, 'name' | 'legend' | 'options' | 'value' | 'error' | 'onChange'>[];
  at: number;
  onMove: (at: number) => void;
  /** Sends the answers, after the last question. */
  onSend: ComponentProps<'form'>['onSubmit'] & {};
  busy: boolean;
  words: { progress: string; next: string; previous: string; send: string };
  /** What was wrong with the answers that were sent. */
  errors?: ReactNode;
}

/** The place among the questions; begins with the first one that has no answer. */
export function useQuestionAt(answers: readonly string[]): [number, (at: number) => void] {
  return useState(() => Math.max(0, answers.indexOf('')));
}

/** Questions that a decision hangs on, asked one at a time. */
export function Questions({ label, questions, at, onMove, onSend, busy, words, errors }: QuestionsProps) {
  const frame = useRef<HTMLFormElement>(null);
  const before = useRef(at);
  // Who presses a key goes on where the next question is; nothing takes the focus when the screen opens.
  useEffect(() => {
    if (before.current !== at) frame.current?.querySelector<HTMLElement>('[role=radiogroup]')?.focus();
    before.current = at;
  }, [at]);
  // An answer that was refused may belong to a question that is not on the screen.
  const wrong = questions.findIndex(({ error }) => error);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy && wrong >= 0) onMove(wrong);
    wasBusy.current = busy;
  }, [busy, wrong, onMove]);
  const question = questions[at];
  const isLast = at === questions.length - 1;
  return (
    <form
      ref={frame}
      className={flowStyles.stack}
      noValidate
      onSubmit={(event) => {
        if (isLast) return onSend(event);
        event.preventDefault();
        onMove(at + 1);
      }}
    >
      <div className={flowStyles.stack8}>
        <p className={textStyles.soft}>{words.progress}</p>
        <Meter label={label} value={at + 1} max={questions.length} valueText={words.progress} />
      </div>
      {errors}
      {question && <RadioGroup key={question.name} {...question} large cards />}
      <div className={flowStyles.row}>
        <Button type="submit" variant="primary" busy={busy} disabled={!question?.value}>
          {isLast ? words.send : words.next}
        </Button>
        {at > 0 && <Button onClick={() => onMove(at - 1)}>{words.previous}</Button>}
      </div>
    </form>
  );
}
