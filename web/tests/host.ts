// A plain static host: a folder under a path, without compression, and without
// knowing what a .wasm file is.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export interface Host {
  /** The address of the folder. */
  url: string;
  close(): Promise<void>;
}

/** Serves a folder under a path such as "/games/stumper/". */
export async function host(folder: string, under: string): Promise<Host> {
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const inside = path.startsWith(under) ? normalize(path.slice(under.length)) || 'index.html' : null;
    try {
      if (inside === null || inside.startsWith('..')) throw new Error('outside');
      const name = inside === '.' ? 'index.html' : inside;
      const body = await readFile(join(folder, name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${under}`,
    close: () => new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    }),
  };
}
