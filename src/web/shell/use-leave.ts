import { useRouter } from '@tanstack/react-router';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { signOut } from '#web/platform/session/session.ts';

/** Returns the function that signs out and goes to the login screen. */
export function useLeave(): () => void {
  const router = useRouter();
  return () => void signOut().then(() => router.navigate({ href: pathIn(currentLanguage(), '/login') }));
}
