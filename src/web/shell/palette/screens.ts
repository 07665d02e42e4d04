import type { useRouter } from '@tanstack/react-router';
import type { User } from '#contract/auth/endpoints.ts';
import { mayOpen } from '#web/platform/navigation/guards.ts';
import type { Path } from '#web/platform/navigation/path.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';

type Router = Pick<ReturnType<typeof useRouter>, 'routesById'>;

/**
 * Screens that need no object of their own and that the person may open, with their titles: from the routes themselves.
 */
export function screensOf({ routesById }: Router, user: User): { path: Path; title: TextKey }[] {
  return Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { screen, title } = options.staticData ?? {};
    const path = String(fullPath).replace('/$lang', '');
    const isMeant = screen?.layout === 'main' && title && !path.includes('$') && mayOpen(screen.guard, user);
    return isMeant ? [{ path: path as Path, title }] : [];
  });
}
