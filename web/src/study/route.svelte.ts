// Which screen the part of the address behind '#' names.

export type Route = { screen: 'flow' } | { screen: 'mine' } | { screen: 'replay'; play: string };

const TOKEN = 'stumper-study-token';

/** The token of who runs the study, kept as long as the tab is open. */
export const token = {
  get(): string | null {
    try {
      return sessionStorage.getItem(TOKEN);
    } catch {
      return null;
    }
  },
  put(value: string): void {
    try {
      sessionStorage.setItem(TOKEN, value);
    } catch {
      // It is asked for again then.
    }
  },
};

function read(): Route {
  const [path = '', query = ''] = location.hash.slice(1).split('?', 2);
  if (path === '/mine') return { screen: 'mine' };
  const play = /^\/replay\/([0-9a-f]+)$/.exec(path)?.[1];
  if (!play) return { screen: 'flow' };
  const given = new URLSearchParams(query).get('token');
  if (given) {
    token.put(given);
    // No token stays in the address or its history.
    history.replaceState(null, '', `#${path}`);
  }
  return { screen: 'replay', play };
}

class Router {
  route = $state.raw<Route>(read());

  constructor() {
    addEventListener('hashchange', () => (this.route = read()));
  }
}

export const router = new Router();
