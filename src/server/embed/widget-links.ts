import { isLoopback, type Widget } from '#contract/settings/values/widgets.ts';
import { widgetsPath, type WidgetKind } from '#contract/settings/widget-names.ts';
import type { App } from '#server/platform/app.ts';
import { notFound } from '#server/platform/refusal.ts';
import { isSignature, sign } from '#server/platform/secrets/token.ts';

const purpose = 'widget';
const signed = (kind: WidgetKind, id: string) => `${kind} ${id}`;

/**
 * The address of a widget: its id, and our signature over kind and id. An attacker who can write to the database, but
 * does not know APP_SECRET, makes no frame of ours. Everything else about the widget is in the settings, so that a change
 * needs no new link.
 */
export const widgetLink = ({ appUrl, appSecret }: App['config'], { kind, id }: Pick<Widget, 'kind' | 'id'>): string =>
  `${appUrl}${widgetsPath}/${kind}/${id}.${sign(appSecret, purpose, signed(kind, id))}`;

/**
 * The widget of a link, with the sites that may show it: outside a demo, what is on a visitor's own machine is none.
 * @throws Refusal `http.not_found` for a link that is not ours, and for a widget that is off or no longer there
 */
export function findWidget(
  { config, settings }: Pick<App, 'config' | 'settings'>,
  kind: WidgetKind,
  key: string,
): Widget {
  const id = key.slice(0, Math.max(0, key.indexOf('.')));
  const signature = key.slice(id.length + 1);
  const isOurs = isSignature(config, purpose, signed(kind, id), signature);
  const widget = settings.value('brand.widgets').find((each) => each.kind === kind && each.id === id && each.is_on);
  if (!isOurs || !widget) throw notFound();
  return { ...widget, sites: widget.sites.filter((site) => config.demo || !isLoopback(site)) };
}
