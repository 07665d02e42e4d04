import { Camera, Upload } from 'lucide-react';
import { useId, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
import { buttonClass } from '../Button.tsx';
import { cx } from '../cx.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './FileField.module.css';
import { visuallyHidden } from '../VisuallyHidden.tsx';
import { icon } from '../icon.ts';

export interface FileFieldProps {
  label: string;
  hint?: ReactNode;
  /** On the button, and beside it for those who drag. */
  chooseText: string;
  dropText: string;
  /** On a second button, which opens the camera of a phone. */
  cameraText?: string | undefined;
  error?: string | undefined;
  /** MIME types, as the browser's dialog takes them. */
  accept: string;
  multiple: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** The files chosen so far. */
  children?: ReactNode;
}

/** A place to choose files or to drop them. */
export function FileField({ label, hint, chooseText, dropText, error, disabled, onFiles, ...rest }: FileFieldProps) {
  const { accept, multiple, cameraText, children } = rest;
  const id = useId();
  const { isOver, ...drop } = useDrop(disabled ? () => {} : onFiles);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // The same file may be chosen again after it was removed.
    event.target.value = '';
  };
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      <div className={styles.hint} id={`${id}-hint`}>
        {hint}
      </div>
      <div className={cx(styles.place, isOver && styles.over)} {...drop}>
        <input
          type="file"
          id={id}
          className={cx(visuallyHidden, styles.input)}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-hint`}
          onChange={choose}
        />
        <label htmlFor={id} className={buttonClass({}, styles.choose)}>
          <Upload {...icon} />
          {chooseText}
        </label>
        {cameraText && (
          <span className={styles.camera}>
            <input
              type="file"
              id={`${id}-camera`}
              className={cx(visuallyHidden, styles.input)}
              accept="image/*"
              capture="environment"
              disabled={disabled}
              aria-describedby={`${id}-hint`}
              onChange={choose}
            />
            <label htmlFor={`${id}-camera`} className={buttonClass({}, styles.choose)}>
              <Camera {...icon} />
              {cameraText}
            </label>
          </span>
        )}
        <span className={styles.drop}>{dropText}</span>
      </div>
      {error && (
        <p className={textStyles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

/** Takes files that are dragged in from outside; text and links are left to the browser. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}
