import { useEffect } from 'react';

/** Ctrl or ⌘ with Enter sends the form of the open dialog from any of its fields, as its button does. Once, however long it is held. */
export function useConfirmKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, defaultPrevented } = event;
      if (key !== 'Enter' || ctrlKey === metaKey || altKey || shiftKey || isComposing || defaultPrevented) return;
      const forms = document.querySelectorAll<HTMLFormElement>('dialog[open] form');
      event.preventDefault();
      if (!repeat) [...forms].at(-1)?.requestSubmit();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
