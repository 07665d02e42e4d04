import { textLengthFallback } from '#contract/kernel/constants.ts';
import type { StaffRoom } from '#contract/support/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { refreshInbox } from './inbox-queries.ts';
import type { Agent } from './use-inbox.ts';

interface TransferDialogProps {
  open: boolean;
  room: StaffRoom;
  agents: readonly Agent[];
  onClose: () => void;
}

/** Assigns a conversation to a colleague, or back to all, with a note for the next agent. */
export function TransferDialog({ open, room, agents, onClose }: TransferDialogProps) {
  const t = useText();
  const form = useCallForm({ person_id: '', note: '' });
  const others = agents.filter(({ id }) => id !== room.assignee?.id && id !== room.client_id);
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = form.submit(async ({ person_id, note }) => {
    const body = { room_id: room.id, person_id: person_id || null, ...(note.trim() && { note }) };
    await call('POST /api/staff/support/assign', { body });
    close();
    await refreshInbox();
  });
  return (
    <FormDialog
      open={open}
      title={t('chats.transfer')}
      confirmText={t('chats.transfer')}
      form={form}
      onSubmit={submit}
      onClose={close}
    >
      <SelectField
        {...form.field('person_id')}
        label={t('chats.transfer_to')}
        placeholder={t('chats.nobody')}
        options={others.map(({ id, name, present, away }) => ({
          value: id,
          label: present && !away ? t('chats.agent_present', { name }) : name,
        }))}
      />
      <TextAreaField
        {...form.field('note')}
        label={t('chats.transfer_note')}
        hint={t('chats.transfer_hint')}
        maxLength={textLengthFallback.max}
      />
    </FormDialog>
  );
}
