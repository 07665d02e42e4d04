/** What the operator may show on its own websites, in the order in which it is offered. Each is a page at `/embed/<kind>/…`. */
export const widgetKinds = ['rates', 'ipo-calendar', 'register'] as const;
export type WidgetKind = (typeof widgetKinds)[number];

/** `auto` follows the visitor's device. */
export const widgetThemes = ['auto', 'light', 'dark'] as const;

export const widgetLimits = { widgets: 20, hosts: 10, shown: 40 } as const;

/** Where the pages of widgets begin. No other page may be in a frame of another site. */
export const widgetsPath = '/embed';
