import { useRouter } from '@tanstack/react-router';
import type { User } from '#contract/auth/endpoints.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { mayOpen } from './guards.ts';
import type { Path } from './path.ts';

/** A screen on which staff start a part of their work. */
interface StaffScreen {
  to: Path;
  label: TextKey;
}

/** Those that a person may open, in the order of the menu, from the routes themselves; none for a client. */
export function useStaffScreens(user: User | null | undefined): readonly StaffScreen[] {
  const { routesById } = useRouter();
  const declared = Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { menu, guard } = options.staticData?.screen ?? {};
    const to = String(fullPath).replace('/$lang', '') as Path;
    return user && menu && guard && mayOpen(guard, user) ? [{ to, ...menu }] : [];
  });
  return declared.toSorted((a, b) => a.order - b.order);
}
