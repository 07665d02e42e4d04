/** A colour of the operator's as it can be used: filled under white words, and as words or lines on the page. */
export interface Accent {
  /** Carries white words. */
  fill: string;
  /** Stands as words on every ground of its theme. */
  ink: string;
}

export interface Accents {
  light: Accent;
  dark: Accent;
}

/** A typed colour, as `#rrggbb`; undefined for any other text. */
export const asColor = (text: string): string | undefined =>
  /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;

/** The contrast of white words on a colour. */
export const contrastOfWhite = (color: string): number => contrast(white, color);

/** WCAG 2.2 AA for words of any size. */
export const minContrast = 4.5;

const white = '#ffffff';
/** The backgrounds of tokens.css behind text in the accent colour. */
const lightGrounds = ['#ffffff', '#f6f6f4', '#eeeeea'];
const darkGrounds = ['#0c0e11', '#15181d', '#1c2026', '#22272e'];
/** How much of the ink is mixed into the paper where a part is marked with the accent. */
const softShare = { light: 0.09, dark: 0.14 };

/**
 * The one way in which a brand colour is made readable: its hue stays, and its lightness in OKLCH moves until white words
 * on it, and it as words on each ground, have the contrast of WCAG AA in both themes.
 * @param color `#rrggbb`
 */
export function accentsOf(color: string): Accents {
  const own = toOklch(color);
  const fill = (lightness: number) => until({ ...own, lightness }, -1, (one) => contrast(white, one) >= minContrast);
  const readable = (grounds: readonly string[], share: number) => (one: string) =>
    [...grounds, mix(grounds === lightGrounds ? white : (darkGrounds[1] ?? ''), one, share)].every(
      (ground) => contrast(ground, one) >= minContrast,
    );
  const ink = { ...own, lightness: Math.min(own.lightness, 0.47) };
  const pale = { ...own, lightness: Math.max(own.lightness, 0.76), chroma: Math.min(own.chroma, 0.12) };
  return {
    light: {
      fill: fill(Math.min(own.lightness, 0.52)),
      ink: until(ink, -1, readable(lightGrounds, softShare.light)),
    },
    dark: {
      fill: fill(Math.min(Math.max(own.lightness, 0.42), 0.52)),
      ink: until(pale, 1, readable(darkGrounds, softShare.dark)),
    },
  };
}

/** WCAG's ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Triple = readonly [number, number, number];

interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Steps towards black or white until the colour will do; black and white themselves always do. */
function until(from: Oklch, direction: -1 | 1, does: (color: string) => boolean): string {
  for (let { lightness } = from; lightness >= 0 && lightness <= 1; lightness += direction * 0.01) {
    const color = toHex({ ...from, lightness });
    if (does(color)) return color;
  }
  return direction < 0 ? '#000000' : white;
}

function mix(ground: string, color: string, share: number): string {
  const [a, b] = [oklabOf(ground), oklabOf(color)];
  const part = (at: 0 | 1 | 2) => a[at] * (1 - share) + b[at] * share;
  return hexOf(linearOf([part(0), part(1), part(2)]));
}

function luminance(color: string): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (color: string): Triple => {
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
};

/** Björn Ottosson's Oklab, which CSS Color 4 uses. */
function oklabOf(color: string): Triple {
  const [r, g, b] = linear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearOf([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toOklch(color: string): Oklch {
  const [lightness, a, b] = oklabOf(color);
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** What no screen can show keeps lightness and hue, and is as colourful as one can. */
function toHex({ lightness, chroma, hue }: Oklch): string {
  const at = (vivid: number) => linearOf([lightness, vivid * Math.cos(hue), vivid * Math.sin(hue)]);
  let [min, max] = isShown(at(chroma)) ? [chroma, chroma] : [0, chroma];
  while (max - min > 0.0005) {
    const middle = (min + max) / 2;
    [min, max] = isShown(at(middle)) ? [middle, max] : [min, middle];
  }
  return hexOf(at(min));
}

const isShown = (parts: Triple) => parts.every((part) => part >= -0.0001 && part <= 1.0001);

function hexOf(parts: Triple): string {
  const shown = parts.map((part) => {
    const value = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(Math.max(value, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${shown.join('')}`;
}
