import { useState } from 'react';
import type { StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { priorities, type Priority } from '#contract/support/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { ConvertDialog } from './ConvertDialog.tsx';
import styles from '../SupportStaff.module.css';
import { refreshInbox } from '../inbox-queries.ts';
import { TransferDialog } from '../TransferDialog.tsx';
import type { Agent } from '../use-inbox.ts';
import { useKeys } from '#web/platform/keys/use-keys.ts';

const hourMs = 3_600_000;
const snoozes = [1, 4, 24, 72] as const;

/** Whose turn it is, who has it, and what may be done. */
export function RoomActions({ info: { room }, agents }: { info: StaffRoomInfo; agents: readonly Agent[] }) {
  const t = useText();
  const user = useSignedIn();
  const now = useNow();
  const [confirming, setConfirming] = useState<'convert' | 'transfer' | null>(null);
  const form = useCallForm({});
  const action = (run: () => Promise<unknown>) => {
    form.submit(async () => {
      await run();
      await refreshInbox();
    })();
  };
  const { id: room_id, status, assignee } = room;
  const isActive = status === 'open' || status === 'pending';
  const mayTake = isActive && assignee?.id !== user.id && room.client_id !== user.id;
  const take = () => action(() => call('POST /api/staff/support/assign', { body: { room_id, person_id: user.id } }));
  const resolve = () => action(() => call('POST /api/staff/support/resolve', { body: { room_id } }));
  useKeys([
    mayTake && { key: 'c', label: t('chats.key_take'), scope: 'item', run: take },
    isActive && { key: 'e', label: t('chats.key_resolve'), scope: 'item', run: resolve },
    isActive && { key: 't', label: t('chats.key_transfer'), scope: 'item', run: () => setConfirming('transfer') },
  ]);
  return (
    <>
      <FormErrors messages={form.messages} />
      <div className={styles.acts} role="group" aria-label={t('chats.actions')}>
        {mayTake && (
          <Button variant="primary" aria-keyshortcuts="c" disabled={form.busy} onClick={take}>
            {t('chats.take')}
          </Button>
        )}
        {isActive && (
          <>
            <Button aria-keyshortcuts="e" disabled={form.busy} onClick={resolve}>
              {t('chats.resolve')}
            </Button>
            <Button aria-keyshortcuts="t" onClick={() => setConfirming('transfer')}>
              {t('chats.transfer')}
            </Button>
          </>
        )}
        {!isActive && status !== 'closed' && (
          <Button
            disabled={form.busy}
            onClick={() => action(() => call('POST /api/staff/support/reopen', { body: { room_id } }))}
          >
            {t('chats.reopen')}
          </Button>
        )}
        {room.kind === 'chat' && <Button onClick={() => setConfirming('convert')}>{t('chats.convert')}</Button>}
        <SelectField
          label={t('chats.priority')}
          options={priorities.map((value) => ({ value, label: t(`chats.priority_${value}`) }))}
          value={room.priority}
          disabled={form.busy}
          onChange={({ target }) => {
            const body = { room_id, priority: target.value as Priority };
            action(() => call('POST /api/staff/support/priority', { body }));
          }}
        />
        {isActive && (
          <SelectField
            label={t('chats.snooze')}
            hint={room.reply_due_at === null ? undefined : t('chats.snooze_hint')}
            placeholder={t('chats.snooze_for')}
            options={snoozes.map((hours) => ({ value: String(hours), label: t('chats.hours', { count: hours }) }))}
            value=""
            disabled={form.busy}
            onChange={({ target }) => {
              const until = new Date(now.getTime() + Number(target.value) * hourMs).toISOString();
              action(() => call('POST /api/staff/support/snooze', { body: { room_id, until } }));
            }}
          />
        )}
      </div>
      <ConvertDialog open={confirming === 'convert'} roomId={room_id} onClose={() => setConfirming(null)} />
      <TransferDialog
        open={confirming === 'transfer'}
        room={room}
        agents={agents}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}
