import type { Accents } from '#contract/kernel/brand-color.ts';
import type { Widget } from '#contract/settings/values/widgets.ts';

/** Those of `web/styles/tokens.css`. */
export const widgetColors = {
  light: {
    paper: '#ffffff',
    line: '#e2e2de',
    edge: '#85878a',
    ink: '#15171a',
    'ink-soft': '#545a63',
    positive: '#0b6b3e',
    negative: '#b3261e',
  },
  dark: {
    paper: '#15181d',
    line: '#2c323a',
    edge: '#7a838f',
    ink: '#e8eaed',
    'ink-soft': '#aab1bb',
    positive: '#5bd08f',
    negative: '#ff8f86',
  },
} as const;

const layout = `
*{box-sizing:border-box}
html{font:14px/1.5 system-ui,sans-serif;background:var(--paper);color:var(--ink);font-variant-numeric:tabular-nums lining-nums;overflow-wrap:break-word}
body{margin:0}
main{padding:16px;display:grid;gap:12px}
h1,p{margin:0}
h1{font-size:16px;line-height:1.3}
[hidden],small:empty{display:none}
small{display:block;font-size:12px;font-weight:400;color:var(--ink-soft)}
.scroll{overflow-x:auto;min-inline-size:0}
table{inline-size:100%;border-collapse:collapse}
th,td{padding:8px;text-align:start;vertical-align:top;font-weight:400;border-block-end:1px solid var(--line)}
th:first-child,td:first-child{padding-inline-start:0}
th:last-child,td:last-child{padding-inline-end:0}
thead th{color:var(--ink-soft);font-size:12px;vertical-align:bottom}
tbody th{font-weight:600;min-inline-size:8rem}
tbody tr:last-child>*{border-block-end:0}
.figures :is(td,thead th+th){text-align:end;white-space:nowrap}
.positive{color:var(--positive)}
.negative{color:var(--negative)}
footer{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;color:var(--ink-soft);font-size:12px}
form{display:grid;gap:12px}
label{display:grid;gap:4px;font-weight:600}
input,select,button{font:inherit;color:inherit;min-block-size:44px;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--paper);inline-size:100%;min-inline-size:0;font-weight:400}
footer button{min-block-size:28px;padding:2px 10px;inline-size:auto}
button{cursor:pointer;font-weight:600}
button[aria-pressed=true]{border-color:var(--accent-ink);color:var(--accent-ink);background:color-mix(in oklab,var(--paper),var(--accent-ink) 14%)}
form button{border-color:var(--accent);background:var(--accent);color:#fff}
@media (max-width:30em){html{font-size:13px}th,td{padding-inline:4px}tbody th{min-inline-size:5rem}}
:focus-visible{outline:2px solid var(--accent-ink);outline-offset:2px}
`;

/** The whole style of a widget, in its theme and with the accent of the operator's colour. */
export function pageStyle(theme: Widget['theme'], accents: Accents): string {
  const colors = (name: 'light' | 'dark') => {
    const { fill, ink } = accents[name];
    const all = Object.entries({ ...widgetColors[name], accent: fill, 'accent-ink': ink });
    return `:root{color-scheme:${name};${all.map(([token, color]) => `--${token}:${color}`).join(';')}}`;
  };
  const chosen =
    theme === 'auto' ? `${colors('light')}@media (prefers-color-scheme:dark){${colors('dark')}}` : colors(theme);
  return chosen + layout;
}
