import { countries } from '#contract/kernel/countries.ts';
import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import type { Widget } from '#contract/settings/values/widgets.ts';
import type { App } from '#server/platform/app.ts';
import { holding } from './hold.ts';
import { offeringsTable } from './offerings.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { ratesTable } from './rates.ts';
import type { Table } from './table.ts';
import { widgetLink } from './widget-links.ts';
import { FormWidget, TableWidget, WidgetPage } from './WidgetPage.tsx';

export interface Asked {
  widget: Widget;
  language: Language;
}

/** How long what was made is shown to further visitors, and how often an open page asks for it, in seconds. */
const paces = { rates: { heldS: 5, everyS: 15 }, 'ipo-calendar': { heldS: 60, everyS: 300 } } as const;

/** The pages of widgets, and what those with a table show. The cost of a table is shared by all its visitors. */
export function openWidgets(app: App) {
  const hold = holding<Table>(app.clock);

  async function table({ widget, language }: Asked): Promise<Table | undefined> {
    const { kind } = widget;
    if (kind === 'register') return undefined;
    const make = async () =>
      kind === 'rates' ? ratesTable(app, widget, language) : offeringsTable(app, widget, language);
    return hold(`${kind} ${language} ${widget.shown.join()}`, paces[kind].heldS * 1000, make);
  }

  async function page(asked: Asked) {
    const { widget, language } = asked;
    const { kind, sites, theme } = widget;
    const text = (key: string) => app.text(language, key);
    const shown = await table(asked);
    const style = pageStyle(theme, app.settings.brand().accents);
    const live =
      kind === 'register'
        ? { 'data-register': `${app.config.appUrl}/${language}/register` }
        : { 'data-rows': `${pathOf(app, widget)}/rows?lang=${language}`, 'data-every': String(paces[kind].everyS) };
    // It is large, and a server without widgets does without.
    const { renderToStaticMarkup } = await import('react-dom/server');
    const html = renderToStaticMarkup(
      <WidgetPage
        language={language}
        title={text(titles[kind])}
        style={style}
        script={pageScript}
        data={{ 'data-sites': sites.join(' '), ...live }}
      >
        {shown ? (
          <TableWidget table={shown} pause={text('settings.widget_pause')} />
        ) : (
          <FormWidget
            labels={{
              first_name: text('auth.first_name'),
              second_name: text('auth.second_name'),
              email: text('auth.email'),
              country: text('auth.country'),
            }}
            chooseCountry={text('auth.choose_country')}
            countries={countriesIn(language)}
            submit={text('auth.register_submit')}
          />
        )}
      </WidgetPage>,
    );
    return { html: `<!doctype html>${html}`, sites, style, script: pageScript, opensWindow: kind === 'register' };
  }

  return { page, table };
}

const titles = {
  rates: 'settings.widget_rates',
  'ipo-calendar': 'settings.widget_ipo_calendar',
  register: 'settings.widget_register',
} as const;

/** Below our own, whatever name of ours the frame was opened by. */
const pathOf = ({ config }: App, widget: Widget) => new URL(widgetLink(config, widget)).pathname;

function countriesIn(language: Language): { code: string; name: string }[] {
  const tag = intlTagOf(language);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const { compare } = new Intl.Collator(tag);
  return countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => compare(one.name, other.name));
}
