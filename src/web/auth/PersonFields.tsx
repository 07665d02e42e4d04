import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { namesClass, pairClass } from './Entrance.tsx';
import { useCountryOptions } from '#web/platform/i18n/use-country-options.ts';

interface PersonFieldsProps {
  /** As `form.field('…')`. */
  field: (name: 'first_name' | 'second_name' | 'email' | 'country') => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** Beside the country. */
  children?: ReactNode;
}

/** Who gets a profile: names, address, country. */
export function PersonFields({ field, children }: PersonFieldsProps) {
  const t = useText();
  const countries = useCountryOptions();
  return (
    <>
      <div className={namesClass}>
        <TextField {...field('first_name')} label={t('auth.first_name')} autoComplete="given-name" required />
        <TextField {...field('second_name')} label={t('auth.second_name')} autoComplete="family-name" required />
      </div>
      <TextField
        {...field('email')}
        type="email"
        label={t('auth.email')}
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <div className={pairClass}>
        <ComboField
          {...field('country')}
          label={t('auth.country')}
          placeholder={t('auth.choose_country')}
          options={countries}
          autoComplete="country"
          required
        />
        {children}
      </div>
    </>
  );
}
