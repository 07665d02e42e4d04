import type { ReactNode } from 'react';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import type { Table } from './table.ts';

interface WidgetPageProps {
  language: Language;
  title: string;
  style: string;
  script: string;
  /** What the script reads. */
  data: Readonly<Record<`data-${string}`, string>>;
  children: ReactNode;
}

/** The whole page of a widget: one response, with no file beside it. */
export function WidgetPage({ language, title, style, script, data, children }: WidgetPageProps) {
  return (
    <html lang={language} dir={directionOf(language)} {...data}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>
          <h1 id="title">{title}</h1>
          {children}
        </main>
        <script>{script}</script>
      </body>
    </html>
  );
}

/** A table that the script keeps up to date, until the visitor pauses it. */
export function TableWidget({ table: { columns, rows, note }, pause }: { table: Table; pause: string }) {
  const hasFigures = columns.some(({ isFigure }) => isFigure);
  return (
    <>
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keys, too
        <div className="scroll" role="region" aria-labelledby="title" tabIndex={0}>
          <table aria-labelledby="title" className={hasFigures ? 'figures' : undefined}>
            <thead>
              <tr>
                {columns.map(({ text }) => (
                  <th key={text} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, cells: [name, ...others] }) => (
                <tr key={id} id={id}>
                  <th scope="row">
                    <bdi>{name?.text}</bdi>
                    <small>{name?.small}</small>
                  </th>
                  {others.map(({ text, small, tone }, at) => (
                    <td key={columns[at + 1]?.text} className={tone}>
                      <bdi>{text}</bdi>
                      <small>{small}</small>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <footer>
        <span data-note="">{note}</span>
        <button type="button" aria-pressed="false" hidden>
          {pause}
        </button>
      </footer>
    </>
  );
}

interface FormWidgetProps {
  /** By field, in the words of `auth`. */
  labels: Readonly<Record<'first_name' | 'second_name' | 'email' | 'country', string>>;
  chooseCountry: string;
  countries: readonly { code: string; name: string }[];
  submit: string;
}

const textFields = [
  { name: 'first_name', autoComplete: 'given-name', maxLength: 60 },
  { name: 'second_name', autoComplete: 'family-name', maxLength: 60 },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const;

/** The beginning of a registration, which goes on in the client area. */
export function FormWidget({ labels, chooseCountry, countries, submit }: FormWidgetProps) {
  return (
    <form>
      {textFields.map(({ name, ...field }) => (
        <label key={name}>
          {labels[name]}
          <input name={name} {...field} required />
        </label>
      ))}
      <label>
        {labels.country}
        <select name="country" autoComplete="country" required defaultValue="">
          <option value="">{chooseCountry}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{submit}</button>
    </form>
  );
}
