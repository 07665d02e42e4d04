import { useState, type ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

interface AnswersProps {
  /** The client's answers; nothing before there are any. */
  children: ReactNode;
  /** To answer all of it once more, whatever was answered. */
  outdated?: boolean;
  form: (close: () => void) => ReactNode;
}

/** What clients fill in themselves: the form, or their answers and a way to change them. */
export function Answers({ children, outdated = false, form }: AnswersProps) {
  const t = useText();
  const [editing, setEditing] = useState(outdated);
  if (!children || editing) return form(() => setEditing(false));
  return (
    <div className={flowStyles.stack}>
      {children}
      <div>
        <Button size="small" onClick={() => setEditing(true)}>
          {t('verification.change')}
        </Button>
      </div>
    </div>
  );
}
