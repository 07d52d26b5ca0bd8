// What both workers do: the first message is the compiled library, every
// other one a call.

interface Answers {
  call(call: string): string;
}

type Init = (from: { module_or_path: WebAssembly.Module }) => Promise<unknown>;

export function serve(init: Init, make: () => Answers): void {
  let answers: Promise<Answers>;
  self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | { id: number; call: string }>) => {
    if (data instanceof WebAssembly.Module) {
      answers = init({ module_or_path: data }).then(make);
      return;
    }
    const { id, call } = data;
    try {
      self.postMessage({ id, reply: (await answers).call(call) });
    } catch (why) {
      // The library trapped, and what it holds can no longer be relied on.
      self.postMessage({ trap: String(why) });
    }
  };
}
