import type { ReactNode } from 'react';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Entrance, fieldsClass } from './Entrance.tsx';

interface LinkFailureProps {
  error: unknown;
  /** Tries the same link again, when it is not the link that failed. */
  retry: () => void;
  /** What to do about a link that works no more. */
  children: ReactNode;
}

/** Says why a link of a sheet failed. */
export function LinkFailure({ error, retry, children }: LinkFailureProps) {
  const t = useText();
  return (
    <div className={fieldsClass}>
      <Alert tone="negative" role="alert">
        <p>{error instanceof ApiError ? error.message : t('common.went_wrong')}</p>
      </Alert>
      {isSpent(error) ? (
        children
      ) : (
        <Button variant="primary" wide onClick={retry}>
          {t('common.try_again')}
        </Button>
      )}
    </div>
  );
}

/** The link itself works no more. */
export const isSpent = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code?.startsWith('auth.') === true || [404, 422].includes(error.status));

/** The sheet of an emailed link that failed: what it was for, above its state, why, and what to do about it. */
export function FailedLink({ title, children, ...failure }: LinkFailureProps & { title: string }) {
  const t = useText();
  const { error } = failure;
  if (!isSpent(error))
    return (
      <Entrance title={title}>
        <LinkFailure {...failure}>{children}</LinkFailure>
      </Entrance>
    );
  return (
    <Entrance about={title} title={t('auth.link_invalid')}>
      <p role="alert">{error.message}</p>
      {children}
    </Entrance>
  );
}
