import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from '../cx.ts';
import { icon } from '../icon.ts';
import { IconButton } from '../IconButton.tsx';
import { currentToasts, dismissToast, subscribeToasts, type Toast } from './toast.ts';
import styles from './Toaster.module.css';

const icons = { positive: CircleCheck, negative: CircleAlert, neutral: Info };

/** The corner where toasts appear; once on a page. Two live regions stand ready, so that readers notice what enters. */
export function Toaster({ dismissLabel }: { dismissLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  const ref = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;

  // A popover lies above the page; shown again it lies also above the dialog that opened since.
  useEffect(() => {
    const corner = ref.current;
    if (newest !== undefined && document.querySelector('dialog[open]')) corner?.hidePopover();
    if (!corner?.matches(':popover-open')) corner?.showPopover();
  }, [newest]);

  const list = (urgent: boolean) =>
    toasts
      .filter((toast) => (toast.tone === 'negative') === urgent)
      .map((toast) => <Slip key={toast.id} toast={toast} dismissLabel={dismissLabel} />);
  return (
    <div ref={ref} className={styles.corner} popover="manual">
      <div role="status">{list(false)}</div>
      <div role="alert">{list(true)}</div>
    </div>
  );
}

/** The bar is the clock: when its animation ends, the toast goes; pointing at it or focusing it stops both. */
function Slip({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const Icon = icons[toast.tone];
  const dismiss = () => dismissToast(toast.id);
  return (
    <div className={cx(styles.toast, styles[toast.tone])}>
      <Icon {...icon} />
      <div className={styles.text}>
        {toast.title && <p className={styles.title}>{toast.title}</p>}
        <p>{toast.text}</p>
      </div>
      <IconButton className={styles.dismiss} label={dismissLabel} onClick={dismiss}>
        <X {...icon} />
      </IconButton>
      <div className={styles.bar} style={{ animationDuration: `${toast.durationMs}ms` }} onAnimationEnd={dismiss} />
    </div>
  );
}
