import { isLanguage } from '#contract/kernel/languages.ts';
import { widgetKinds, widgetsPath } from '#contract/settings/widget-names.ts';
import { isOffered } from '#server/ipo/offered.ts';
import type { App } from '#server/platform/app.ts';
import { serveFramedPages } from '#server/platform/http/pages/framed-pages.ts';
import { notFound } from '#server/platform/refusal.ts';
import { siteScript } from './page-script.ts';
import { openWidgets, type Asked } from './widgets.tsx';
import { findWidget } from './widget-links.ts';

/** What the operator shows on its own websites. */
export function embedRoutes(app: App): void {
  const widgets = openWidgets(app);

  /** @throws Refusal `http.not_found` */
  function asked(address: { kind: string; key: string; lang?: unknown }): Asked {
    const kind = widgetKinds.find((each) => each === address.kind);
    if (!kind || (kind === 'ipo-calendar' && !isOffered(app))) throw notFound();
    const widget = findWidget(app, kind, address.key);
    return { widget, language: isLanguage(address.lang) ? address.lang : widget.language };
  }

  serveFramedPages(app, {
    path: widgetsPath,
    page: async (address) => widgets.page(asked(address)),
    async rows(address) {
      const table = await widgets.table(asked(address));
      if (!table) throw notFound();
      const { rows, note } = table;
      return { rows, note };
    },
    siteScript,
  });
}
