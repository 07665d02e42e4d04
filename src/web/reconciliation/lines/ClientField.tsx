import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { clientsQuery } from '#web/staff/clients-query.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { ChoiceProps } from './DepositField.tsx';

const typingDelayMs = 300;
const mostShown = 10;

/** The client whose transfer a line is: the one whose own account it came to, or found by name or email. */
export function ClientField({ first, value, error, onChoose }: ChoiceProps & { first: StatementLineInfo['client'] }) {
  const t = useText();
  const [search, setSearch] = useState('');
  const asked = useDebounced(search.trim(), typingDelayMs);
  const { data } = useInfiniteQuery({ ...clientsQuery({ search: asked }), enabled: asked !== '' });
  const found = data?.pages.flatMap((page) => page.clients).slice(0, mostShown) ?? [];
  const clients =
    asked === ''
      ? first
        ? [{ value: first.id, label: first.name }]
        : []
      : found.map(({ id, full_name: name, email }) => ({ value: id, label: name, hint: email }));
  return (
    <>
      <p className={textStyles.soft}>{t('reconciliation.credit_client_text')}</p>
      <TextField
        type="search"
        label={t('payments.find_client')}
        value={search}
        maxLength={80}
        error={clients.length === 0 ? error : undefined}
        onChange={({ target }) => {
          setSearch(target.value);
          onChoose('');
        }}
      />
      {clients.length > 0 ? (
        <RadioGroup
          legend={t('payments.client')}
          name="client"
          options={clients}
          value={value}
          error={error}
          onChange={({ target }) => onChoose(target.value)}
        />
      ) : (
        asked !== '' && data && <p role="status">{t('lists.none_match')}</p>
      )}
    </>
  );
}
