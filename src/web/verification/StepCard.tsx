import { useState, type ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

interface StepCardProps {
  id: string;
  title: string;
  /** The client's answers; nothing before there are any. */
  children: ReactNode;
  form: (close: () => void) => ReactNode;
}

/** A step that clients fill in themselves: its form, or their answers and a way to change them. */
export function StepCard({ id, title, children, form }: StepCardProps) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const isCollapsed = Boolean(children) && !editing;
  const change = isCollapsed && (
    <Button size="small" onClick={() => setEditing(true)}>
      {t('verification.change')}
    </Button>
  );
  return (
    <Card id={id} title={title} actions={change}>
      {isCollapsed ? children : form(() => setEditing(false))}
    </Card>
  );
}
