import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { cx } from './cx.ts';
import { Spinner } from './feedback/Spinner.tsx';

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  children?: ReactNode;
  /** Stands above the buttons, e.g. the requirements of a password. */
  footer?: ReactNode;
  closeLabel: string;
  /** The close button was pressed: the owner sets `open` to false. Nothing else closes a dialog. */
  onClear: () => void;
  /** Text of the confirm button; without it there is none. */
  confirmText?: string | undefined;
  onConfirm?: (() => void) | undefined;
  /** Id of a form in the body that the confirm button submits instead of calling `onConfirm`. */
  confirmForm?: string | undefined;
  /** Shows the spinner with `loadingText` and holds the confirm button. */
  busy?: boolean | undefined;
  loadingText: string;
  /** Wide enough for tables and plans. */
  wide?: boolean;
}

/**
 * A modal question on the native dialog, which traps the focus and returns it. The backdrop and Escape do not close it.
 * Its body exists only while it is open, so a form in it starts fresh.
 */
export function Dialog({ open, title, children, footer, wide, busy, loadingText, ...actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open) ref.current?.showModal();
    else ref.current?.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      className={cx(styles.dialog, wide && styles.wide)}
      closedby="none"
      aria-labelledby={titleId}
      aria-busy={busy || undefined}
      onCancel={refuse}
      onKeyDown={refuseEscape}
    >
      {open && (
        <>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <div className={styles.body}>{children}</div>
          <div className={styles.footer}>
            {footer}
            <Actions {...actions} busy={busy} loadingText={loadingText} />
          </div>
        </>
      )}
    </dialog>
  );
}

type ActionsProps = Pick<
  DialogProps,
  'closeLabel' | 'onClear' | 'confirmText' | 'onConfirm' | 'confirmForm' | 'busy' | 'loadingText'
>;

function Actions({ closeLabel, onClear, confirmText, onConfirm, confirmForm, busy, loadingText }: ActionsProps) {
  const submits = confirmForm !== undefined;
  return (
    <div className={styles.actions}>
      <p className={styles.loading} role="status">
        {busy && (
          <>
            <Spinner /> {loadingText}
          </>
        )}
      </p>
      <Button onClick={onClear}>{closeLabel}</Button>
      {confirmText && (
        <Button
          variant="primary"
          type={submits ? 'submit' : 'button'}
          form={confirmForm}
          busy={busy}
          onClick={onConfirm}
        >
          {confirmText}
        </Button>
      )}
    </div>
  );
}

function refuse(event: SyntheticEvent) {
  event.preventDefault();
}

/** For browsers that do not know `closedby` and let a second Escape through without asking. */
function refuseEscape(event: KeyboardEvent) {
  if (event.key === 'Escape') event.preventDefault();
}
