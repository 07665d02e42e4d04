import { useRouter } from '@tanstack/react-router';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { signOut, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/Page.tsx';
import { FactorCard } from './factor/FactorCard.tsx';
import { PasskeysCard } from './passkeys/PasskeysCard.tsx';

/** Where staff without a second factor are led before anything else, and clients where the house asks it of all. */
export function SecondFactorPage() {
  const t = useText();
  const router = useRouter();
  const isClient = useSignedIn().role === 'client';
  const leave = () => void signOut().then(() => router.navigate({ href: pathIn(currentLanguage(), '/login') }));
  const goOn = () => void router.navigate({ href: takeIntendedPath() });
  return (
    <Page
      title={t('settings.factor_due_title')}
      narrow
      actions={<Button onClick={leave}>{t('settings.session_end')}</Button>}
    >
      <p>{t(isClient ? 'settings.factor_due_client_text' : 'settings.factor_due_text')}</p>
      <FactorCard onSet={goOn} />
      <PasskeysCard onSet={goOn} />
    </Page>
  );
}
