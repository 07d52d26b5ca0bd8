// The little of Node that vite.config.ts takes; its whole types are not
// installed.
declare module 'node:crypto' {
  interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(form: 'hex'): string;
  }
  export function createHash(name: 'sha256'): Hash;
}
declare module 'node:fs' {
  interface Entry {
    name: string;
    parentPath: string;
    isFile(): boolean;
  }
  export function readFileSync(path: string): Uint8Array;
  export function readFileSync(path: string, form: 'utf8'): string;
  export function readdirSync(path: string, how: { recursive: true; withFileTypes: true }): Entry[];
  export function writeFileSync(path: string, text: string): void;
}
declare module 'node:path' {
  export function join(...parts: string[]): string;
}
