import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { hiddenLabels } from '#web/ui/VisuallyHidden.tsx';
import styles from '../SupportStaff.module.css';

interface CannedPickerProps {
  /** In the client's language where there is one, with the names of the client and the agent filled in. */
  answers: readonly { shortcut: string; text: string }[];
  onPick: (text: string) => void;
}

const shownLength = 60;

/** Canned responses. */
export function CannedPicker({ answers, onPick }: CannedPickerProps) {
  const t = useText();
  if (answers.length === 0) return null;
  return (
    <div className={cx(styles.picker, hiddenLabels)}>
      <SelectField
        label={t('chats.canned')}
        placeholder={t('chats.choose_canned')}
        options={answers.map(({ shortcut, text }) => ({
          value: shortcut,
          label: `/${shortcut} · ${text.slice(0, shownLength)}`,
        }))}
        value=""
        onChange={({ target }) => {
          const picked = answers.find(({ shortcut }) => shortcut === target.value);
          if (picked) onPick(picked.text);
        }}
      />
    </div>
  );
}
