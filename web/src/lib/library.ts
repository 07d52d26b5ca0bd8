// The compiled library, fetched and compiled once for all workers.
import url from '../../pkg/stumper_wasm_bg.wasm?url';

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}: ${url}`);
  // Some hosts do not know the type of such files.
  const typed = response.headers.get('content-type')?.startsWith('application/wasm');
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

let library: Promise<WebAssembly.Module> | null = null;

/** The library; asked for anew after a failure. */
export function compiled(): Promise<WebAssembly.Module> {
  library ??= compile().catch((why) => {
    library = null;
    throw why;
  });
  return library;
}
