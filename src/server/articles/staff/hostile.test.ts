import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeAddress } from '#contract/articles/links.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { seedArticles } from '../demo-articles.ts';
import { readPasted } from './import-paste.ts';

let server: TestServer;
let ada: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ roles: ['admin'] });
  await seedArticles(server.app);
});
afterAll(() => server.close());

/** Addresses that run something, mislead, or hide their target. */
const hostileAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u200b:alert(1)',
  '\ufeffjavascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'filesystem:https://example.com/x',
  'view-source:https://example.com',
  'intent://scan/#Intent;end',
  '//example.com',
  '/\\example.com',
  '\\\\example.com',
  'http:example.com',
  'https:/example.com',
  'https://user:secret@example.com/',
  'https://trusted.example@evil.example/',
  'https://example.com/" onclick="alert(1)',
  'https://example.com/<script>',
  'https://exa\u202emple.com/',
  'mailto:',
  'tel:alert(1)x',
  'example.com',
  '',
];

/** HTML that a malicious person might paste or send. */
const hostileHtml = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)//',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=alert(1)>">',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<body onload=alert(1)>x',
  '<p onclick="alert(1)" style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A&#x61;vascript&colon;alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="java&NewLine;script:alert(1)">x</a>',
  '<a href="//evil.example" target=_top>x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<input onfocus=alert(1) autofocus>',
  '<select onfocus=alert(1) autofocus><option>x</select>',
  '<textarea onfocus=alert(1) autofocus></textarea>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<base href="javascript:/a/">',
  '<style>@import "javascript:alert(1)"; * { background: url(//evil.example) }</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<b><i></b><script>alert(1)</script></i>',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)">x</table>',
  '<li><a href=javascript:alert(1)><b onmouseover=alert(1)>x</b></a></li>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<div id=config>{"token":1}</div><a name=atrium id=atrium>x</a>',
];

/** Blocks that no editor writes. */
const hostileBlocks: unknown[] = [
  { kind: 'html', html: '<script>alert(1)</script>' },
  { kind: 'script', text: [{ text: 'alert(1)' }] },
  { kind: 'paragraph', text: [{ text: 'x', onclick: 'alert(1)' }] },
  { kind: 'paragraph', text: [{ text: 'x', dangerouslySetInnerHTML: { __html: '<script>' } }] },
  { kind: 'paragraph', text: [{ text: 'x' }], style: { position: 'fixed' } },
  { kind: 'paragraph', text: [{ text: { toString: 'alert(1)' } }] },
  { kind: 'paragraph', text: '<script>alert(1)</script>' },
  { kind: 'heading', level: 'script', text: [] },
  { kind: 'heading', level: 1, text: [{ text: 'A second title' }] },
  { kind: 'list', ordered: 'yes', items: [] },
  { kind: 'picture', file: 'https://evil.example/x.png', alt: 'x' },
  { kind: 'picture', file: '../../etc/passwd', alt: 'x' },
  { kind: 'picture', file: randomUUID(), alt: 'x', src: 'javascript:alert(1)' },
  { kind: 'table', header: true, rows: [[[{ text: 'x' }]], []] },
  { kind: 'paragraph', text: [{ text: 'turned \u202e around' }] },
  { kind: 'paragraph', text: [{ text: 'an isolate \u2068 that never ends' }] },
  { kind: 'paragraph', text: [{ text: 'an isolate \u2068 of \u2067 another \u2069' }] },
  { kind: '__proto__', text: [] },
  { kind: 'constructor' },
  null,
  'javascript:alert(1)',
  ...hostileAddresses.map((href) => ({ kind: 'paragraph', text: [{ text: 'x', href }] })),
];

/** Every value in it, with its key. */
function* leaves(value: unknown, name = ''): Generator<[name: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) yield [name, value];
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, Number.isNaN(Number(key)) ? key : name);
}

const known = new Set(['kind', 'text', 'strong', 'em', 'href', 'level', 'ordered', 'header', 'alt', 'caption', 'file']);

function expectHarmless(body: unknown): void {
  for (const [name, value] of leaves(body)) {
    expect(known.has(name) || ['items', 'rows', 'paragraphs'].includes(name)).toBe(true);
    const address = name === 'href' ? safeAddress(value as string) : '/none';
    expect(address).toMatch(/^(https?:\/\/|mailto:|tel:|\/(?!\/))/);
  }
}

const bodyOf = (block: unknown) => ({ id, language: 'en', revision, title: 'T', summary: 'S', body: [block] });
let id = '';
let revision = 0;

describe('hostile content', () => {
  it.each(hostileAddresses)('is not an address: %j', (address) => {
    // A space at an end is dropped, as browsers do; the rest must be harmless by itself.
    expect(safeAddress(address)).toBeUndefined();
  });

  it.each(hostileHtml)('leaves only text when it is pasted: %s', async (html) => {
    const { body, status } = await server.call('POST /api/staff/articles/import-paste', {
      as: ada,
      body: { html: `<p>before</p>${html}<p>after</p>` },
    });
    expect(status).toBe(200);
    expectHarmless(body.body);
    expect(JSON.stringify(body.body)).not.toMatch(/javascript:|evil\.example|onerror=alert\(1\)[^>]*"?\s*}?$/i);
    expect(JSON.stringify(body.body)).toContain('before');
  });

  it('is refused as a whole when it is written', async () => {
    const { body } = await server.call('POST /api/staff/articles/create', {
      as: ada,
      body: { language: 'en', category: 'market', title: 'Held to the contract' },
    });
    ({ id } = body);
    revision = 1;
    for (const block of hostileBlocks) {
      const { status } = await server.call('POST /api/staff/articles/save', { as: ada, body: bodyOf(block) });
      expect([status, JSON.stringify(block)]).toEqual([422, JSON.stringify(block)]);
    }
    // The premise: the same call with a good block is accepted.
    const good = { kind: 'paragraph', text: [{ text: '<b>x</b>', href: 'https://example.com/' }] };
    expect((await server.call('POST /api/staff/articles/save', { as: ada, body: bodyOf(good) })).status).toBe(200);
  });

  it('is left out when it is read, should it ever be in the database', async () => {
    const good = { kind: 'paragraph', text: [{ text: 'Still here.' }] };
    const stored = JSON.stringify([...hostileBlocks, good]);
    await server.db.run(sql`update article_text set body = ${stored}`);
    await server.db.run(sql`update article_draft set body = ${stored}`);
    await server.db.run(sql`update article_version set body = ${stored}`);
    const { data } = (await server.call('GET /api/articles/getAll', { as: ada })).body;
    const article = data[0] ?? { id: '', slug: '', body: [] };
    const responses = [
      article.body,
      (await server.call('GET /api/articles/:slug', { as: ada, params: { slug: article.slug } })).body.body,
      (await server.call('POST /api/staff/articles/info', { as: ada, body: { id: article.id } })).body.drafts[0]?.body,
      (await server.call('POST /api/staff/articles/versions', { as: ada, body: { id: article.id, language: 'en' } }))
        .body.versions[0]?.body,
    ];
    for (const body of responses) expect(body).toEqual([good]);
  });
});

describe('ordinary pasted content', () => {
  it('keeps the elements that an article supports', () => {
    const html = `
      <h1>Rates</h1><p>The <b>bank</b> may <i>cut</i>, see <a href="https://example.com/rates?y=1&amp;m=2">its page</a>.<br>Soon.</p>
      <ul><li>one</li><li><p>two</p></li></ul><ol><li>first</li></ol>
      <blockquote><p>We watch.</p></blockquote><hr>
      <table><tr><th>Year</th><th>Rate</th></tr><tr><td>2026</td><td><b>4.5</b></td></tr><tr><td>2027</td></tr></table>`;
    expect(readPasted(html)).toEqual([
      { kind: 'heading', level: 2, text: [{ text: 'Rates' }] },
      {
        kind: 'paragraph',
        text: [
          { text: 'The ' },
          { text: 'bank', strong: true },
          { text: ' may ' },
          { text: 'cut', em: true },
          { text: ', see ' },
          { text: 'its page', href: 'https://example.com/rates?y=1&m=2' },
          { text: '.' },
          { text: '\n' },
          { text: 'Soon.' },
        ],
      },
      { kind: 'list', ordered: false, items: [[{ text: 'one' }], [{ text: 'two' }]] },
      { kind: 'list', ordered: true, items: [[{ text: 'first' }]] },
      { kind: 'quote', paragraphs: [[{ text: 'We watch.' }]] },
      { kind: 'rule' },
      {
        kind: 'table',
        header: true,
        rows: [
          [[{ text: 'Year' }], [{ text: 'Rate' }]],
          [[{ text: '2026' }], [{ text: '4.5', strong: true }]],
          [[{ text: '2027' }], []],
        ],
      },
    ]);
  });

  it('is not bold because a word processor wrapped it', () => {
    const html = '<b style="font-weight:normal" id="docs-internal-guid-1"><p>Plain <span>words</span></p></b>';
    expect(readPasted(html)).toEqual([{ kind: 'paragraph', text: [{ text: 'Plain ' }, { text: 'words' }] }]);
  });

  it('comes to an end, however deep or long it is', () => {
    expect(readPasted('<div>'.repeat(50_000) + 'x')).toEqual([{ kind: 'paragraph', text: [{ text: 'x' }] }]);
    expect(readPasted('<p>x</p>'.repeat(5000))).toHaveLength(400);
  });
});
