import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { EmptyState } from './EmptyState.tsx';

export interface ErrorStateProps {
  title: ReactNode;
  text?: string;
  /** The words of the retry button and what it does. */
  retry: { text: string; onRetry: () => void; busy?: boolean };
}

/** Stands where a part of a screen would that could not be loaded. */
export function ErrorState({ title, text, retry }: ErrorStateProps) {
  const action = (
    <Button busy={retry.busy} onClick={retry.onRetry}>
      {retry.text}
    </Button>
  );
  return <EmptyState icon={CircleAlert} title={title} text={text} action={action} role="alert" />;
}
