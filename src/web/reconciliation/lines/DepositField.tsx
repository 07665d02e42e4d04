import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { candidatesQuery } from '../reconciliation-queries.ts';

export interface ChoiceProps {
  value: string;
  error?: string | undefined;
  onChoose: (id: string) => void;
}

/** The deposit that a line is: one that may fit, or that a person finds by its number or reference. */
export function DepositField({ line, value, error, onChoose }: ChoiceProps & { line: StatementLineInfo }) {
  const t = useText();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const { data } = useQuery(candidatesQuery(line.id, search.trim()));
  const candidates = data?.candidates ?? [];
  return (
    <>
      <TextField
        label={t('reconciliation.find_deposit')}
        value={search}
        maxLength={80}
        dir="ltr"
        error={candidates.length === 0 ? error : undefined}
        onChange={({ target }) => {
          setSearch(target.value);
          // What is out of sight is not chosen.
          onChoose('');
        }}
      />
      {candidates.length > 0 ? (
        <RadioGroup
          legend={t('reconciliation.candidates')}
          name="payment"
          options={candidates.map(({ id, number, amount, client, doubt }) => ({
            value: id,
            label: `${number} · ${client.name} · ${format.money(amount, line.currency, { exact: true })}`,
            ...(doubt && { hint: t(`reconciliation.doubt_${doubt}`) }),
          }))}
          value={value}
          error={error}
          onChange={({ target }) => onChoose(target.value)}
        />
      ) : (
        data && <p role="status">{t('reconciliation.no_candidates')}</p>
      )}
    </>
  );
}
