import { useRouter } from '@tanstack/react-router';
import type { User } from '#contract/auth/endpoints.ts';
import { mayOpen } from './guards.ts';
import type { Path } from './path.ts';
import { menuGroups, type MenuEntry } from './screen.ts';

/** A screen on which staff start a part of their work. */
export interface StaffScreen extends MenuEntry {
  to: Path;
}

/** Those that a person may open, in the order of the menu, from the routes themselves; none for a client. */
export function useStaffScreens(user: User | null | undefined): readonly StaffScreen[] {
  const { routesById } = useRouter();
  const declared = Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { menu, guard } = options.staticData?.screen ?? {};
    const to = String(fullPath).replace('/$lang', '') as Path;
    return user && menu && guard && mayOpen(guard, user) ? [{ to, ...menu }] : [];
  });
  const place = ({ group, order }: MenuEntry) => menuGroups.indexOf(group) * 1000 + order;
  return declared.toSorted((a, b) => place(a) - place(b));
}
