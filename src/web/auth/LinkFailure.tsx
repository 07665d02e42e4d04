import type { ReactNode } from 'react';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
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

const reasons: Partial<Record<string, TextKey>> = {
  'auth.token_expired': 'auth.link_expired',
  'auth.token_used': 'auth.link_used',
};

/** Why a link works no more, in short. */
export const linkTitle = (error: ApiError): TextKey => reasons[error.code ?? ''] ?? 'auth.link_invalid';

interface FailedLinkProps extends LinkFailureProps {
  /** What the link was for. */
  title: string;
  /** What to do in its place, in a sentence that knows of another way before it; a form or button of `children` does it. */
  instead?: 'auth.link_password' | 'auth.link_settings' | 'auth.link_resend' | undefined;
  /** The other ways in, under it. */
  links?: ReactNode;
}

/** The sheet of an emailed link that failed: what it was for, above why, and what to do in its place. */
export function FailedLink({ title: purpose, instead, links, children, ...failure }: FailedLinkProps) {
  const t = useText();
  const { error } = failure;
  if (!isSpent(error))
    return (
      <Entrance title={purpose}>
        <LinkFailure {...failure}>{children}</LinkFailure>
      </Entrance>
    );
  const title = linkTitle(error);
  const isIncomplete = title === 'auth.link_invalid';
  const intro = [
    isIncomplete && t('auth.link_incomplete'),
    instead && t(instead, { tried: isIncomplete ? 'yes' : 'no' }),
  ].filter(Boolean);
  return (
    <Entrance
      about={purpose}
      title={<span role="alert">{t(title)}</span>}
      intro={intro.join(' ') || undefined}
      links={links}
    >
      {children}
    </Entrance>
  );
}

interface LinkOfSettingsProps extends Omit<FailedLinkProps, 'instead' | 'children'> {
  /** The settings that do what the link was for. */
  to: Path;
  label: string;
}

/** Of a link for what settings do as well: a guest signs in on the way there. */
export function FailedLinkOfSettings({ to, label, ...failure }: LinkOfSettingsProps) {
  const t = useText();
  const isGuest = useUser() === null;
  return (
    <FailedLink {...failure} instead={isGuest ? 'auth.link_settings' : undefined}>
      <Link to={to} className={buttonClass({ variant: 'primary', wide: true })}>
        {isGuest ? t('common.go_login') : label}
      </Link>
    </FailedLink>
  );
}
