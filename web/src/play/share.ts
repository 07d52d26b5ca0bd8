/** Hands on the address of the page. Null where it could not be copied. */
export async function share(title: string): Promise<'shared' | 'copied' | null> {
  const url = location.href;
  const touch = matchMedia('(pointer: coarse)').matches;
  if (touch && 'share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'shared';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return null;
  }
}
