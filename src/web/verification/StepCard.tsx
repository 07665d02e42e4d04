import { useState, type ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';

interface StepCardProps {
  id: string;
  title: string;
  /** What the client has said; nothing as long as he has not. */
  children: ReactNode;
  form: (close: () => void) => ReactNode;
}

/** A step that a client fills in himself: its form, or what he said and a way to change it. */
export function StepCard({ id, title, children, form }: StepCardProps) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const said = Boolean(children) && !editing;
  const change = said && (
    <Button size="small" onClick={() => setEditing(true)}>
      {t('verification.change')}
    </Button>
  );
  return (
    <Card id={id} title={title} actions={change}>
      {said ? children : form(() => setEditing(false))}
    </Card>
  );
}
