import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeskRoomInfo } from '#contract/support-desk.ts';
import { priorities, type Priority } from '#contract/support-names.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useSignedIn } from '#web/platform/session.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { When } from '#web/platform/When.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { ConvertDialog } from './ConvertDialog.tsx';
import { presenceQuery, refreshInbox } from './support-queries.ts';

const hourMs = 3_600_000;
const snoozes = [1, 4, 24, 72] as const;

/** Whose turn it is, who has it, and what may be done. */
export function RoomActs({ info: { room } }: { info: DeskRoomInfo }) {
  const t = useText();
  const user = useSignedIn();
  const { data: presence } = useQuery(presenceQuery);
  const [converting, setConverting] = useState(false);
  const form = useCallForm({});
  const act = (run: () => Promise<unknown>) => {
    form.submit(async () => {
      await run();
      await refreshInbox();
    })();
  };
  const { id: room_id, status, assignee, answer_due_at } = room;
  const assign = (person_id: string | null) =>
    act(() => call('POST /api/staff/support/assign', { body: { room_id, person_id } }));
  const isActive = status === 'open' || status === 'pending';
  return (
    <>
      <FormErrors messages={form.messages} />
      {answer_due_at && (
        <Alert tone="warning">
          <p>
            <When at={answer_due_at} within="chats.due_at" />
          </p>
        </Alert>
      )}
      <Filters label={t('chats.acts')}>
        {isActive && assignee?.id !== user.id && (
          <Button variant="primary" disabled={form.busy} onClick={() => assign(user.id)}>
            {t('chats.take')}
          </Button>
        )}
        {isActive ? (
          <Button
            disabled={form.busy}
            onClick={() => act(() => call('POST /api/staff/support/resolve', { body: { room_id } }))}
          >
            {t('chats.resolve')}
          </Button>
        ) : (
          status !== 'closed' && (
            <Button
              disabled={form.busy}
              onClick={() => act(() => call('POST /api/staff/support/reopen', { body: { room_id } }))}
            >
              {t('chats.reopen')}
            </Button>
          )
        )}
        {room.kind === 'chat' && <Button onClick={() => setConverting(true)}>{t('chats.convert')}</Button>}
        <SelectField
          label={t('chats.assignee')}
          placeholder={t('chats.nobody')}
          options={(presence?.agents ?? []).map(({ id, name, present }) => ({
            value: id,
            label: present ? t('chats.agent_present', { name }) : name,
          }))}
          value={assignee?.id ?? ''}
          disabled={form.busy}
          onChange={({ target }) => assign(target.value || null)}
        />
        <SelectField
          label={t('chats.priority')}
          options={priorities.map((value) => ({ value, label: t(`chats.priority_${value}`) }))}
          value={room.priority}
          disabled={form.busy}
          onChange={({ target }) =>
            act(() =>
              call('POST /api/staff/support/priority', { body: { room_id, priority: target.value as Priority } }),
            )
          }
        />
        {isActive && (
          <SelectField
            label={t('chats.snooze')}
            placeholder={t('chats.snooze_for')}
            options={snoozes.map((hours) => ({ value: String(hours), label: t('chats.hours', { count: hours }) }))}
            value=""
            disabled={form.busy}
            onChange={({ target }) => {
              const until = new Date(Date.now() + Number(target.value) * hourMs).toISOString();
              act(() => call('POST /api/staff/support/snooze', { body: { room_id, until } }));
            }}
          />
        )}
      </Filters>
      <ConvertDialog open={converting} roomId={room_id} onClose={() => setConverting(false)} />
    </>
  );
}
