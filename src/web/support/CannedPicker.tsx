import { useQuery } from '@tanstack/react-query';
import type { DeskRoomInfo } from '#contract/support-desk.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useSignedIn } from '#web/platform/session.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { cannedQuery } from './support-queries.ts';
import styles from './TicketPage.module.css';

/** Answers that are kept ready, in the client's language where there is one, with his name and the agent's put in. */
export function CannedPicker({ info, onPick }: { info: DeskRoomInfo; onPick: (text: string) => void }) {
  const t = useText();
  const user = useSignedIn();
  const { data } = useQuery(cannedQuery);
  if (!data || data.answers.length === 0) return null;
  const { client, room } = info;
  const names: Record<string, string> = {
    '{client}': client.name.split(' ')[0] ?? client.name,
    '{agent}': user.first_name,
    '{number}': room.number ?? '',
  };
  const pick = (shortcut: string) => {
    const texts = data.answers.find((answer) => answer.shortcut === shortcut)?.texts ?? {};
    const text = texts[client.language] ?? texts['en'] ?? Object.values(texts)[0];
    if (text) onPick(text.replaceAll(/\{(?:client|agent|number)\}/g, (name) => names[name] ?? name));
  };
  return (
    <div className={styles.line}>
      <SelectField
        label={t('chats.canned')}
        placeholder={t('chats.choose_canned')}
        options={data.answers.map(({ shortcut }) => ({ value: shortcut, label: `/${shortcut}` }))}
        value=""
        onChange={({ target }) => pick(target.value)}
      />
    </div>
  );
}
