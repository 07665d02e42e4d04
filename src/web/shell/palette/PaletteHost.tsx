import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { closeDialog, openDialog, useOpenDialog } from '#web/platform/navigation/dialogs.ts';
import { loadTexts, translate } from '#web/platform/i18n/i18n.tsx';
import type { Module } from '#web/platform/i18n/text-key.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { screensOf } from './screens.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));

/** Opens the palette over whatever screen there is, by its key or where `openDialog('palette')` is called, and loads it then. */
export function PaletteHost({ user }: { user: User }) {
  const isEnabled = useOpenDialog() === 'palette';
  const hasTitles = useTitles(user, isEnabled);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      // A dialog has the keyboard while it stands; the palette itself closes by its key.
      if (isEnabled) closeDialog();
      else if (document.querySelector('dialog[open]')) return;
      else openDialog('palette');
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isEnabled]);
  if (!isEnabled || !hasTitles) return null;
  return (
    <Suspense>
      <Palette user={user} onClose={closeDialog} />
    </Suspense>
  );
}

/** Whether the titles of all screens that the person may open are loaded; they load on first use. */
function useTitles(user: User, isOpen: boolean): boolean {
  const router = useRouter();
  const [areThere, setAreThere] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const modules = screensOf(router, user).map(({ title }) => title.split('.')[0] as Module);
    loadTexts(...new Set(modules)).then(
      () => setAreThere(true),
      () => {
        closeDialog();
        toast({ text: translate('common.no_connection'), tone: 'negative' });
      },
    );
  }, [isOpen, router, user]);
  return areThere;
}

/**
 * By the character that the key makes, or by its position where the layout has other characters, as in Cyrillic and
 * Arabic.
 */
function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || shiftKey || ctrlKey === metaKey) return false;
  return key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
}
