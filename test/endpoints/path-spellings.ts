/** Other ways to write a path that a router, a proxy or a check could take for the same. */
export const spellings: Record<string, (path: string) => string> = {
  'a first letter encoded': (path) => path.replace(/[a-z]/, hexOf),
  'a last letter encoded': (path) => path.replace(/[a-z](?=[^a-z]*$)/, hexOf),
  'every letter encoded': (path) => path.replaceAll(/[a-z]/g, hexOf),
  'a slash encoded': (path) => `/${path.slice(1).replace('/', '%2F')}`,
  'two slashes': (path) => `/${path.slice(1).replace('/', '//')}`,
  'two slashes before it': (path) => `/${path}`,
  'a dot segment': (path) => `/.${path}`,
  'encoded dots': (path) => `/x/%2e%2e${path}`,
  'a backslash': (path) => `/${path.slice(1).replace('/', '\\')}`,
  capitals: (path) => path.replace(/^\/(api|pusher)/, (index) => index.toUpperCase()),
  'a fragment': (path) => `${path}#x`,
  'the absolute form': (path) => `http://atrium.test${path}`,
};

const hexOf = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
