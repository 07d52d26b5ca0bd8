// The little of Node that the configuration and the tests take; its whole
// types are not installed.
declare var process: { env: Record<string, string | undefined> };
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
  export function readFileSync(path: string | URL): Uint8Array<ArrayBuffer>;
  export function readFileSync(path: string, form: 'utf8'): string;
  export function readdirSync(path: string, how: { recursive: true; withFileTypes: true }): Entry[];
  export function writeFileSync(path: string, text: string): void;
}
declare module 'node:path' {
  export function join(...parts: string[]): string;
}
