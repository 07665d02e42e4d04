import { toastMs } from '#contract/kernel/constants.ts';

export interface ToastMessage {
  text: string;
  title?: string | undefined;
  /** `positive` by default; `negative` interrupts a screen reader. */
  tone?: 'positive' | 'negative' | 'neutral' | undefined;
  /** How long it stays unless the person points at it. */
  durationMs?: number | undefined;
}

export interface Toast extends ToastMessage {
  id: number;
  tone: 'positive' | 'negative' | 'neutral';
  durationMs: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message in the corner, from anywhere. It waits until a `Toaster` is on the page. */
export function toast(message: ToastMessage): void {
  const { tone = 'positive', durationMs = toastMs, ...words } = message;
  replace([...toasts, { ...words, tone, durationMs, id: ++lastId }]);
}

/** Takes a message away before its time. */
export function dismissToast(id: number): void {
  replace(toasts.filter((one) => one.id !== id));
}

/** The subscription of `Toaster`. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is to be shown now, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

function replace(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}
