import { useRouter } from '@tanstack/react-router';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { signOut, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { FactorCard } from './factor/FactorCard.tsx';
import { PasskeysCard } from './passkeys/PasskeysCard.tsx';

/**
 * The page to which staff without a second factor are redirected, and clients where the settings require one for all.
 */
export function SecondFactorPage() {
  const t = useText();
  const router = useRouter();
  const isClient = useSignedIn().role === 'client';
  const leave = () => void signOut().then(() => router.navigate({ href: pathIn(currentLanguage(), '/login') }));
  const goOn = () => void router.navigate({ href: takeIntendedPath() });
  return (
    <Page
      title={t('profile.factor_due_title')}
      narrow
      actions={<Button onClick={leave}>{t('profile.session_end')}</Button>}
    >
      <p>{t(isClient ? 'profile.factor_due_client_text' : 'profile.factor_due_text')}</p>
      <FactorCard onSet={goOn} />
      <PasskeysCard onSet={goOn} />
    </Page>
  );
}
