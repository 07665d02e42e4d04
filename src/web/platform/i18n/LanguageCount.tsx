import { languages } from '#contract/kernel/languages.ts';
import { useFormat } from './format.ts';

/** In how many languages something is written, of all that there are. */
export function LanguageCount({ count }: { count: number }) {
  const format = useFormat();
  return (
    <bdi dir="ltr">
      {format.number(count)}/{format.number(languages.length)}
    </bdi>
  );
}
